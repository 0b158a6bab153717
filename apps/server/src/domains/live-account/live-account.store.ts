import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type {
  LiveAccountQuery,
  LiveAccountRow,
} from '@kaibo/contract/live-account/live-account.schema.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof LiveAccountQuery>

const KEYWORD_COLUMNS = ['nickname', 'platform_uid', 'platform_room_id']

const accounts = (q: Q, scope: Scope) => {
  const org = orgOfScope(scope)
  return q
    .selectFrom('live_account as account')
    .innerJoin('org', 'org.id', 'account.org_id')
    .where((eb) => eb.and({ 'account.org_id': org }))
}

const matching = (q: Q, scope: Scope, { keyword, platform, org_id, enabled }: Query) =>
  accounts(q, scope)
    .where((eb) =>
      eb.and({
        'account.org_id': org_id,
        'account.platform': platform,
        'account.enabled': enabled,
      }),
    )
    .where(contains(KEYWORD_COLUMNS, keyword))

/** What may be shown, and the sealed credentials: they say whether the account is ready. */
const COLUMNS = [
  'account.account_id',
  'account.platform',
  'account.nickname',
  'account.platform_uid',
  'account.platform_room_id',
  'account.room_url',
  'account.area',
  'account.phone',
  'account.credentials_sealed',
  'account.enabled',
  'account.is_demo',
  'account.version',
  'account.created_at',
  'account.updated_at',
  'org.id as org_id',
  'org.name as org_name',
] as const

type Narrow = Pick<LiveAccountRow, 'platform' | 'enabled' | 'is_demo'>

export function accountPage(q: Q, scope: Scope, query: Query) {
  const { page, page_size, sort_by = 'created_at' } = query
  const direction = directionOf(query)
  return matching(q, scope, query)
    .select(COLUMNS)
    .orderBy(`account.${sort_by}`, direction)
    .orderBy('account.account_id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .$narrowType<Narrow>()
    .execute()
}

export type AccountRecord = Awaited<ReturnType<typeof accountPage>>[number]

export const accountById = (q: Q, scope: Scope, account_id: string) =>
  accounts(q, scope)
    .select(COLUMNS)
    .where('account.account_id', '=', account_id)
    .$narrowType<Narrow>()
    .executeTakeFirst()

export async function countAccounts(q: Q, scope: Scope, query: Query): Promise<number> {
  const { total } = await matching(q, scope, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** What these accounts took on one business day, in fen. */
/** What has come in for the organisation that has the account now. */
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

/** False where the platform's user or room is bound to another account already. */
export async function addAccount(q: Q, account: Tables['live_account']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await q
    .insertInto('live_account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const uidIsTaken = async (q: Q, platform: string, platform_uid: string) =>
  platform_uid !== '' &&
  (await q
    .selectFrom('live_account')
    .select('account_id')
    .where('platform', '=', platform)
    .where('platform_uid', '=', platform_uid)
    .executeTakeFirst()) !== undefined
