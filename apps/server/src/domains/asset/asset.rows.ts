import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { AssetFile, AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import type * as store from './asset.store.ts'
import { namesOf } from './asset.store.ts'
import { usesIn } from './asset.uses.ts'

/** A file as its asset's row has it; the address is made when it is answered. */
export type KeptPart = Omit<AssetFile, 'url'>
export type KeptParts = Readonly<Record<string, KeptPart>>

export interface KeptLicence {
  holder: string
  expire_at: number | null
  document_id: string | null
}

type Found = Awaited<ReturnType<ReturnType<typeof store.shown>['execute']>>[number]

/** Where a file is had. */
export type AddressOf = (file: Pick<AssetFile, 'upload_id' | 'content'>) => string

export const partsOf = ({ parts_json }: { parts_json: string }): KeptParts =>
  JSON.parse(parts_json) as KeptParts

/** Whoever sees all organisations, and the people of its own. What comes with the program is nobody's. */
export const mayEdit = (
  { builtin, org_id }: { builtin: 0 | 1; org_id: string | null },
  { scope, ...actor }: Pick<Actor, 'scope' | 'org_id'>,
): boolean =>
  builtin === 0 && (scope.kind === 'all' || (org_id !== null && org_id === actor.org_id))

/** Where what comes with the program is had. */
export interface BuiltinFaces {
  cover: (asset_id: string) => readonly string[]
  sound: (asset_id: string) => string | undefined
}

export const rowsAnswered =
  (addressOf: AddressOf, builtinFaces: BuiltinFaces) =>
  async (
    q: Queryable<Tables>,
    actor: Actor,
    found: readonly Found[],
    now: number,
  ): Promise<AssetRow[]> => {
    const uses = await usesIn(
      q,
      found.map(({ asset_id }) => asset_id),
      actor.scope,
    )
    const licences = found.map(
      ({ licence_json }) => JSON.parse(licence_json ?? 'null') as KeptLicence | null,
    )
    const documents = licences.flatMap((licence) => licence?.document_id ?? [])
    const names = new Map(
      (await namesOf(q, documents)).map(({ asset_id, name }) => [asset_id, name]),
    )
    return found.map((row, index) => {
      const licence = licences[index] ?? null
      const document = licence?.document_id ?? null
      const parts = withAddresses(partsOf(row), addressOf)
      const { asset_id, kind, name, type, org_id, builtin } = row
      return {
        asset_id,
        kind,
        name,
        type,
        parts,
        tags: JSON.parse(row.tags_json) as string[],
        org: org_id === null ? null : { id: org_id, name: row.org_name ?? '' },
        licence: licence && {
          holder: licence.holder,
          expire_at: licence.expire_at,
          document: document === null ? null : { id: document, name: names.get(document) ?? '' },
        },
        expire_status: expireStatusOf(row.expire_at, now),
        cover: builtin === 1 ? [...builtinFaces.cover(asset_id)] : coverOf(parts),
        uses: uses(asset_id),
        builtin,
        editable: mayEdit(row, actor),
        is_demo: 0,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        updated_by: row.editor,
      }
    })
  }

interface Asset {
  asset_id: string
  parts_json: string
  builtin: 0 | 1
}

/** What pickers show and play of an asset. */
export const facesOf = (addressOf: AddressOf, builtin: BuiltinFaces) => ({
  cover: ({ asset_id, parts_json, builtin: isBuiltin }: Asset): string[] =>
    isBuiltin === 1
      ? [...builtin.cover(asset_id)]
      : coverOf(withAddresses(partsOf({ parts_json }), addressOf)),
  sound({ asset_id, parts_json, builtin: isBuiltin }: Asset) {
    if (isBuiltin === 1) return { url: builtin.sound(asset_id) ?? '', ms: null }
    const { file } = partsOf({ parts_json })
    return { url: file ? addressOf(file) : '', ms: file?.ms ?? null }
  },
})

const withAddresses = (parts: KeptParts, addressOf: AddressOf): Record<string, AssetFile> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, file]) => [name, { ...file, url: addressOf(file) }]),
  )

/** What can be seen of it without playing anything. */
function coverOf({
  poster,
  file,
  body,
  eyes_open,
  mouth_shut,
}: Readonly<Record<string, AssetFile>>) {
  if (poster) return [poster.url]
  if (file?.content === 'picture') return [file.url]
  return [body, eyes_open, mouth_shut].flatMap((part) => part?.url ?? [])
}
