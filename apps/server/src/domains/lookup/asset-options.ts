import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { AssetType } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Call } from '#platform/http/implement.ts'
import { actorOptions, assetOptions, voiceOptions } from './lookup.store.ts'

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

  return {
    async actors({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['actors']>>): Promise<DataOf<Lookup['actors']>> {
      return { list: (await actorOptions(q, { scope, ...input })).map(option) }
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
      const found = await assetOptions(q, 'background', { scope, ...input })
      return {
        list: found.map(({ id, name, type, expire_at, ...row }) => ({
          id,
          uid: id,
          name,
          type: type === AssetType.back ? AssetType.back : AssetType.front,
          expire_status: status(expire_at),
          cover: faces.cover({ asset_id: id, ...row }),
        })),
      }
    },
    async sounds({
      input,
      actor: { scope },
    }: Call<ParsedOf<Lookup['sounds']>>): Promise<DataOf<Lookup['sounds']>> {
      const found = await assetOptions(q, 'sound', { scope, ...input })
      return {
        list: found.map(({ id, name, expire_at, parts_json, builtin }) => ({
          id,
          uid: id,
          name,
          expire_status: status(expire_at),
          ...faces.sound({ asset_id: id, parts_json, builtin }),
        })),
      }
    },
  }
}
