import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

/** Accounts without joins, so that counting stays cheap. */
export const accounts = (q: Q) => q.selectFrom('account')

/** The columns that are shown. Of the second factor only whether there is one, never its secret. */
export const shown = (some: ReturnType<typeof accounts>) =>
  some
    .leftJoin('org', 'org.id', 'account.org_id')
    .leftJoin('account as editor', 'editor.uid', 'account.updated_by')
    .select([
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
      sql<0 | 1>`case when account.otp_sealed is null then 0 else 1 end`.as('otp_bound'),
    ])

export type AccountRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const inGroup = (group_id: RawBuilder<string>): RawBuilder<SqlBool> => sql`
  account.uid in (select uid from account_group_member where group_id = ${group_id})`

/** The contract's `expireStatusOf` in SQL. */
export const expiresAs = (status: RawBuilder<number>, now: RawBuilder<number>) => sql<SqlBool>`
  case when account.expire_at is null then ${sql.lit(AuthExpireStatus.forever)}
    when account.expire_at <= ${now} then ${sql.lit(AuthExpireStatus.expired)}
    when account.expire_at - ${sql.lit(SOON_MS)} <= ${now} then ${sql.lit(AuthExpireStatus.soon)}
    else ${sql.lit(AuthExpireStatus.normal)} end = ${status}`

const membersOf = compileOnce((q: Q, _: null, { uids }: Places<{ uids: readonly string[] }>) =>
  q
    .selectFrom('account_group_member as member')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .select(['member.uid', 'group.id', 'group.name', 'group.scope', 'group.actions_json'])
    .where('member.uid', 'in', uids)
    .orderBy('group.name'),
)

/** The groups of each of these accounts, the disabled ones too: they may be enabled again. */
export const groupsOf = async (q: Q, uids: readonly string[]) =>
  uids.length === 0 ? [] : membersOf(q, null, { uids })
export type MemberGroup = Awaited<ReturnType<typeof groupsOf>>[number]

export const groupsById = (q: Q, ids: readonly string[]) =>
  q
    .selectFrom('account_group')
    .select(['id', 'name', 'kind', 'scope', 'actions_json', 'enabled'])
    .where('id', 'in', ids)
    .execute()

export async function setGroups(q: Q, uid: string, group_ids: readonly string[]): Promise<void> {
  await q.deleteFrom('account_group_member').where('uid', '=', uid).execute()
  await q
    .insertInto('account_group_member')
    .values(group_ids.map((group_id) => ({ uid, group_id })))
    .execute()
}

export const forgetRecoveryCodes = (q: Q, uid: string) =>
  q.deleteFrom('recovery_code').where('uid', '=', uid).execute()

export const isStudio = async (q: Q, org_id: string) =>
  (await q
    .selectFrom('org')
    .select('id')
    .where('id', '=', org_id)
    .where('is_studio', '=', 1)
    .executeTakeFirst()) !== undefined
