import { lookupApi, platformOptions } from '@kaibo/contract/lookup/lookup.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { accountOptions, pcOptions, roomsHolding } from './lookup.store.ts'

export const lookupRoutes = ({ db: { query } }: Platform<Tables>): Implementation[] =>
  implement(lookupApi, {
    platforms: async ({ origin }) => ({ list: platformOptions(origin.lang) }),
    liveAccounts: async ({ input, actor }) => {
      const accounts = await accountOptions(query, { scope: actor.scope, ...input })
      return { list: await withHolders(query, 'account_id', accounts) }
    },
    pcs: async ({ input, actor }) => {
      const pcs = await pcOptions(query, { scope: actor.scope, ...input })
      return { list: await withHolders(query, 'pc_id', pcs) }
    },
  })

async function withHolders<Row extends { id: string }>(
  q: Queryable<Tables>,
  column: 'account_id' | 'pc_id',
  rows: readonly Row[],
) {
  const rooms = await roomsHolding(
    q,
    column,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    uid: row.id,
    used_by: rooms.get(row.id)?.name ?? null,
  }))
}
