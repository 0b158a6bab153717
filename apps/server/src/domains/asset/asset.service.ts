import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import type { AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { PackedAsset } from '@kaibo/contract/agent/asset-file.schema.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { implement } from '#platform/http/implement.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { packedAssets } from './asset.packs.ts'
import { rowsAnswered, type AddressOf, type BuiltinCover } from './asset.rows.ts'
import { assetSheet } from './asset.sheet.ts'
import * as store from './asset.store.ts'

interface AssetNeeds {
  addressOf: AddressOf
  builtinCover: BuiltinCover
  /** The file of a row that has this hash. */
  ofHash: (used_by: string, sha256: string) => Promise<SentBlob | undefined>
}

export function createAssets(
  platform: Platform<Tables>,
  { addressOf, builtinCover, ofHash }: AssetNeeds,
) {
  const { db } = platform
  const assets = records(platform, {
    list: assetApi.list,
    noun: nouns.asset,
    table: 'asset',
    key: 'asset_id',
    called: 'name',
    rows: store.assets,
    shown: store.shown,
    scope: store.amongAssets,
    filters: {
      kind: 'asset.kind',
      org_id: 'asset.org_id',
      expire_status: (status, { now }) => store.licenceIs(status, now),
      asset_id: 'asset.asset_id',
    },
    order: 'created_at',
    answer: rowsAnswered(addressOf, builtinCover),
    heardBy: ({ org }) => (org ? { org_ids: [org.id] } : undefined),
    sheet: assetSheet,
  })

  const routes = implement(assetApi, { list: assets.listed })

  return {
    routes,
    sees: assets.sees,

    /** A file of an asset, for a PC whose rooms may show it. */
    async fileFor(pc_id: string, asset_id: string, sha256: string): Promise<SentBlob | undefined> {
      const mayShow = await store.mayPcShow(db.query, pc_id, asset_id)
      return mayShow ? ofHash(usedBy(asset_id), sha256) : undefined
    },

    /** What a part of a room, a plan or a rule set uses, in place of what it used before; in the transaction that saves it. */
    use: (
      trx: Queryable<Tables>,
      user: { kind: AssetUser; id: string; part: string },
      asset_ids: readonly string[],
    ): Promise<void> => store.setUses(trx, user, asset_ids),

    /** These assets as PCs know them, by their ids; without those that rooms of the organisation may not use. */
    packed: (
      q: Queryable<Tables>,
      org_id: string,
      asset_ids: readonly string[],
    ): Promise<ReadonlyMap<string, UsableAsset>> => packedAssets(q, org_id, asset_ids),
  }
}

const usedBy = (asset_id: string): string => `asset:${asset_id}`

/** What a domain that uses an asset checks and says of it. */
export interface UsableAsset {
  name: string
  /** When its licence ends; null for never. */
  expire_at: number | null
  builtin: boolean
  packed: PackedAsset
}

export type Assets = ReturnType<typeof createAssets>
