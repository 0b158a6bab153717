import type { PackedAsset } from '@kaibo/contract/agent/asset-file.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { partsOf } from './asset.rows.ts'
import { usableBy } from './asset.store.ts'

/** What a domain that uses an asset checks and says of it. */
export interface UsableAsset {
  name: string
  /** When its licence ends; null for never. */
  expire_at: number | null
  builtin: boolean
  packed: PackedAsset
}

export async function packedAssets(
  q: Queryable<Tables>,
  org_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UsableAsset>> {
  const found = await usableBy(q, org_id, ids)
  return new Map(
    found.map(({ name, expire_at, builtin, ...row }) => [
      row.asset_id,
      { name, expire_at, builtin: builtin === 1, packed: packedOf(row) },
    ]),
  )
}

type Row = Pick<Tables['asset'], 'asset_id' | 'kind' | 'type' | 'parts_json'>

const packedOf = ({ asset_id, kind, type, parts_json }: Row): PackedAsset => ({
  asset_id,
  kind,
  type,
  parts: Object.fromEntries(
    Object.entries(partsOf({ parts_json }))
      // Of those that only the console shows PCs are told nothing
      .filter(([name]) => name !== 'poster')
      .map(([name, file]) => {
        const { sha256, bytes, ms } = file
        return [name, { asset_id, sha256, bytes, type: file.type, ms }]
      }),
  ),
})
