import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { AssetType } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Call } from '#platform/http/implement.ts'
import { offeredAssets, voiceOptions, type Wanted } from './lookup.store.ts'

type Lookup = typeof lookupApi

/** Where what an asset shows or plays is had. */
export interface AssetFaces {
  cover: (asset: { asset_id: string; parts_json: string; builtin: 0 | 1 }) => string[]
  sound: (asset: { asset_id: string; parts_json: string; builtin: 0 | 1 }) => {
    url: string
    ms: number | null
  }
}

/** Actors, voices, backgrounds and sounds, for whoever may choose them for a room. */
export const assetOptionsOf = (q: Queryable<Tables>, clock: Clock, faces: AssetFaces) => {
  const status = (expire_at: number | null) => expireStatusOf(expire_at, clock.now())
  const option = <Row extends { id: string; expire_at: number | null }>({
    expire_at,
    ...row
  }: Row) => ({ ...row, uid: row.id, expire_status: status(expire_at) })

  const offered = (kind: AssetKind, wanted: Wanted) =>
    offeredAssets(q, wanted).where('kind', '=', kind).execute()

  return {
    async actors({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['actors']>>): Promise<DataOf<Lookup['actors']>> {
      const found = await offered('actor', { scope, ...input })
      return {
        list: found.map(({ asset_id: id, name, type, expire_at }) =>
          option({ id, name, type, expire_at }),
        ),
      }
    },
    async voices({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['voices']>>): Promise<DataOf<Lookup['voices']>> {
      return { list: (await voiceOptions(q, { scope, ...input })).map(option) }
    },
    async backgrounds({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['backgrounds']>>): Promise<DataOf<Lookup['backgrounds']>> {
      const found = await offered('background', { scope, ...input })
      return {
        list: found.map((asset) => ({
          id: asset.asset_id,
          uid: asset.asset_id,
          name: asset.name,
          type: asset.type === AssetType.back ? AssetType.back : AssetType.front,
          expire_status: status(asset.expire_at),
          cover: faces.cover(asset),
        })),
      }
    },
    async sounds({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['sounds']>>): Promise<DataOf<Lookup['sounds']>> {
      const found = await offered('sound', { scope, ...input })
      return {
        list: found.map((asset) => ({
          id: asset.asset_id,
          uid: asset.asset_id,
          name: asset.name,
          expire_status: status(asset.expire_at),
          ...faces.sound(asset),
        })),
      }
    },
  }
}
