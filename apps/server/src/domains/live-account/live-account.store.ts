import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

export const accounts = (q: Q) =>
  q.selectFrom('live_account').where('live_account.deleted_at', 'is', null)

/** The columns that are shown, and the sealed credentials, from which the login state is derived. */
export const shown = (some: ReturnType<typeof accounts>) =>
  some
    .innerJoin('org', 'org.id', 'live_account.org_id')
    .leftJoin('account as editor', 'editor.uid', 'live_account.updated_by')
    .select([
      'live_account.account_id',
      'live_account.platform',
      'live_account.nickname',
      'live_account.platform_uid',
      'live_account.platform_room_id',
      'live_account.room_url',
      'live_account.area',
      'live_account.phone',
      'live_account.tag',
      'live_account.lottery_json',
      'live_account.credentials_sealed',
      'live_account.enabled',
      'live_account.is_demo',
      'live_account.version',
      'live_account.created_at',
      'live_account.updated_at',
      'editor.nickname as updated_by',
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

/** The rooms that an account is bound to. */
export const boundRooms = (q: Q, account_id: string) =>
  q
    .selectFrom('room')
    .select(['id', 'name', 'room_code', 'state', 'pc_id'])
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .execute()

export type BoundRoom = Awaited<ReturnType<typeof boundRooms>>[number]

/** What of an account no row shows. */
export const sealedOf = (q: Q, account_id: string) =>
  q
    .selectFrom('live_account')
    .select(['credentials_sealed', 'created_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()

/** Whether there is any event in the books that may carry money. */
export const hasEntries = async (q: Q, account_id: string): Promise<boolean> =>
  (await q
    .selectFrom('account_day')
    .select('day')
    .where('account_id', '=', account_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Writes whose an account is from now on; before, it was of `from`, since it was made. */
export async function move(
  q: Q,
  account: { account_id: string; created_at: number; from: string; to: string },
  now: number,
): Promise<void> {
  const { account_id, created_at, from, to } = account
  const rows = [
    { account_id, from_at: created_at, org_id: from },
    { account_id, from_at: now, org_id: to },
  ]
  for (const row of rows)
    await q
      .insertInto('account_move')
      .values(row)
      .onConflict((on) =>
        row.org_id === to
          ? on.columns(['account_id', 'from_at']).doUpdateSet({ org_id: to })
          : on.columns(['account_id', 'from_at']).doNothing(),
      )
      .execute()
}

/** An account that was deleted. */
export const deletedById = (q: Q, scope: Scope, account_id: string) =>
  q
    .selectFrom('live_account')
    .select(['account_id', 'org_id', 'version'])
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is not', null)
    .where(within(scope, 'org_id'))
    .executeTakeFirst()
