import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const accounts = (q: Q) => q.selectFrom('live_account')

/** The columns that are shown, and the sealed credentials, from which the login state is derived. */
export const shown = (some: ReturnType<typeof accounts>) =>
  some
    .innerJoin('org', 'org.id', 'live_account.org_id')
    .select([
      'live_account.account_id',
      'live_account.platform',
      'live_account.nickname',
      'live_account.platform_uid',
      'live_account.platform_room_id',
      'live_account.room_url',
      'live_account.area',
      'live_account.phone',
      'live_account.credentials_sealed',
      'live_account.enabled',
      'live_account.is_demo',
      'live_account.version',
      'live_account.created_at',
      'live_account.updated_at',
      'org.id as org_id',
      'org.name as org_name',
    ])

export type AccountRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** Income of these accounts on one business day, in fen, earned in the organisation that each belongs to now. */
export async function incomeOf(
  q: Q,
  account_ids: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (account_ids.length === 0) return new Map()
  const rows = await q
    .selectFrom('account_day as sums')
    .innerJoin('live_account as account', (on) =>
      on
        .onRef('account.account_id', '=', 'sums.account_id')
        .onRef('account.org_id', '=', 'sums.org_id'),
    )
    .select(['sums.account_id', 'sums.fen'])
    .where('sums.day', '=', day)
    .where('sums.account_id', 'in', account_ids)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.fen]))
}
