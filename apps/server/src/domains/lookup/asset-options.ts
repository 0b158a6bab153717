import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Call } from '#platform/http/implement.ts'
import { actorOptions, voiceOptions } from './lookup.store.ts'

type Lookup = typeof lookupApi

/** Actors and voices, for whoever may choose them for a room. */
export const assetOptionsOf = (q: Queryable<Tables>, clock: Clock) => {
  const option = <Row extends { id: string; expire_at: number | null }>({
    expire_at,
    ...row
  }: Row) => ({ ...row, uid: row.id, expire_status: expireStatusOf(expire_at, clock.now()) })

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
  }
}
