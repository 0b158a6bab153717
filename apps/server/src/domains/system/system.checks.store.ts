import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type SelfCheck = Tables['self_check']

export const checks = (q: Q): Promise<SelfCheck[]> =>
  q.selectFrom('self_check').selectAll().execute()

export const keep = (q: Q, check: SelfCheck) =>
  q
    .insertInto('self_check')
    .values(check)
    .onConflict((on) => on.column('name').doUpdateSet(check))
    .execute()
