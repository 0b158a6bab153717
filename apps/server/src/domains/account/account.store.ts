import { sql, type Insertable, type OrderByItemBuilder, type Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import type { AccountQuery, AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import { changeVersion } from '#platform/db/versioned.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof AccountQuery>
export type Filter = Omit<Query, 'page' | 'page_size' | 'export'>

const KEYWORD_COLUMNS = ['account.username', 'account.nickname', 'account.phone']

/** An organisation's people are its own accounts; whoever sees only their own rows sees themselves. */
const accounts = (q: Q, scope: Scope) =>
  q
    .selectFrom('account')
    .leftJoin('org', 'org.id', 'account.org_id')
    .leftJoin('account as editor', 'editor.uid', 'account.updated_by')
    .where((eb) =>
      eb.and({
        'account.org_id': scope.kind === 'org' ? scope.org_id : undefined,
        'account.uid': scope.kind === 'own' ? scope.uid : undefined,
      }),
    )

function matching(q: Q, scope: Scope, filter: Filter, now: number) {
  const { status, expire_status, group_id, org_id, is_gs, uid, keyword } = filter
  return accounts(q, scope)
    .where((eb) =>
      eb.and({
        'account.uid': uid,
        'account.status': status,
        'account.is_gs': is_gs,
        'account.org_id': org_id,
      }),
    )
    .$if(group_id !== undefined, (some) =>
      some.where('account.uid', 'in', (eb) =>
        eb
          .selectFrom('account_group_member')
          .select('uid')
          .where((of) => of.and({ group_id })),
      ),
    )
    .$if(expire_status !== undefined, (some) =>
      some.where(expiry(expire_status ?? AuthExpireStatus.forever, now)),
    )
    .where(contains(KEYWORD_COLUMNS, keyword))
}

/** The same as the contract's `expireStatusOf`, for the database. */
function expiry(status: AuthExpireStatus, now: number) {
  const at = sql.ref('account.expire_at')
  const each = {
    [AuthExpireStatus.forever]: sql<boolean>`${at} is null`,
    [AuthExpireStatus.expired]: sql<boolean>`${at} <= ${now}`,
    [AuthExpireStatus.soon]: sql<boolean>`${at} > ${now} and ${at} <= ${now + SOON_MS}`,
    [AuthExpireStatus.normal]: sql<boolean>`${at} > ${now + SOON_MS}`,
  }
  return each[status]
}

/** What may be shown, and whether there is a second factor: never the secret itself. */
const COLUMNS = [
  'account.uid',
  'account.username',
  'account.nickname',
  'account.phone',
  'account.avatar',
  'account.status',
  'account.area',
  'account.is_gs',
  'account.expire_at',
  'account.must_change',
  'account.last_login_at',
  'account.last_ip',
  'account.is_demo',
  'account.version',
  'account.created_at',
  'account.updated_at',
  'editor.nickname as updated_by',
  'org.id as org_id',
  'org.name as org_name',
] as const
const OTP_BOUND = sql<0 | 1>`case when account.otp_sealed is null then 0 else 1 end`.as('otp_bound')

type Narrow = Pick<AccountRow, 'status' | 'is_gs' | 'is_demo' | 'must_change'>

/** Who never logged in or never expires comes last either way: left alone, each database has its own opinion. */
const inOrder = (filter: Filter) => (by: OrderByItemBuilder) =>
  (directionOf(filter) === 'asc' ? by.asc() : by.desc()).nullsLast()

export const accountPage = (q: Q, scope: Scope, query: Query, now: number) =>
  matching(q, scope, query, now)
    .select([...COLUMNS, OTP_BOUND])
    .orderBy(`account.${query.sort_by ?? 'created_at'}`, inOrder(query))
    .orderBy('account.uid', directionOf(query))
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .$narrowType<Narrow>()
    .execute()

export type AccountRecord = Awaited<ReturnType<typeof accountPage>>[number]

/** Those after one, in the order of their making: while a file is written, people come and go. */
export const accountsAfter = (
  q: Q,
  scope: Scope,
  filter: Filter,
  { now, last, limit }: { now: number; last: string | undefined; limit: number },
) =>
  matching(q, scope, filter, now)
    .select([...COLUMNS, OTP_BOUND])
    .$if(last !== undefined, (some) => some.where('account.uid', '>', last ?? ''))
    .orderBy('account.uid')
    .limit(limit)
    .$narrowType<Narrow>()
    .execute()

export async function countAccounts(q: Q, scope: Scope, filter: Filter, now: number) {
  const { total } = await matching(q, scope, filter, now)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const accountByUid = (q: Q, scope: Scope, uid: string) =>
  accounts(q, scope)
    .select([...COLUMNS, OTP_BOUND])
    .where('account.uid', '=', uid)
    .$narrowType<Narrow>()
    .executeTakeFirst()

/** The groups of each of these accounts, the disabled ones too: they may be enabled again. */
export async function groupsOf(q: Q, uids: readonly string[]) {
  if (uids.length === 0) return []
  return q
    .selectFrom('account_group_member as member')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .select(['member.uid', 'group.id', 'group.name', 'group.scope', 'group.actions_json'])
    .where('member.uid', 'in', uids)
    .orderBy('group.name')
    .execute()
}
export type MemberGroup = Awaited<ReturnType<typeof groupsOf>>[number]

export const groupsById = (q: Q, ids: readonly string[]) =>
  q
    .selectFrom('account_group')
    .select(['id', 'name', 'kind', 'scope', 'actions_json', 'enabled'])
    .where('id', 'in', ids)
    .execute()

/** False where somebody has the name already, whatever its case. */
export async function addAccount(q: Q, account: Insertable<Tables['account']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await q
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type Change = Updateable<Tables['account']>

/** False where the version is no longer the one that was edited. */
export const changeAccount = (
  q: Q,
  uid: string,
  version: number,
  change: Change,
): Promise<boolean> => changeVersion(q, 'account', { key: 'uid', value: uid, version }, change)

export async function setGroups(q: Q, uid: string, group_ids: readonly string[]): Promise<void> {
  await q.deleteFrom('account_group_member').where('uid', '=', uid).execute()
  await q
    .insertInto('account_group_member')
    .values(group_ids.map((group_id) => ({ uid, group_id })))
    .execute()
}

export const forgetRecoveryCodes = (q: Q, uid: string) =>
  q.deleteFrom('recovery_code').where('uid', '=', uid).execute()
