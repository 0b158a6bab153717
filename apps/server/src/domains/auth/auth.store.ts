import { sql, type Insertable } from 'kysely'
import type { Queryable } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'

type Q = Queryable<Tables>

/** Why a session ended: by its owner, or by force. */
export type Ended = 'logout' | 'replaced' | 'disabled' | 'password' | 'revoked' | 'org'

const SESSION = [
  'session.id',
  'session.uid',
  'session.created_at',
  'session.last_seen_at',
  'session.ended',
  'account.username',
  'account.nickname',
  'account.status',
  'account.expire_at',
  'account.org_id',
  'account.is_gs',
  'account.must_change',
  'account.otp_sealed',
  'org.enabled as org_enabled',
] as const

const sessions = (q: Q) =>
  q
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .leftJoin('org', 'org.id', 'account.org_id')
    .select(SESSION)

export const sessionByToken = (q: Q, token_hash: string) =>
  sessions(q).where('session.token_hash', '=', token_hash).executeTakeFirst()

export const sessionById = (q: Q, id: string) =>
  sessions(q).where('session.id', '=', id).executeTakeFirst()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionByToken>>>

/** The enabled groups of an account. */
export const groupsOf = (q: Q, uid: string) =>
  q
    .selectFrom('account_group_member as member')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .select(['group.id', 'group.name', 'group.scope', 'group.menus_json', 'group.actions_json'])
    .select(['group.single_login', 'group.otp_required'])
    .where('member.uid', '=', uid)
    .where('group.enabled', '=', 1)
    .orderBy('group.id')
    .execute()

/** Compared without case: no two user names differ in case only. */
export const accountByName = (q: Q, username: string) =>
  q
    .selectFrom('account')
    .leftJoin('org', 'org.id', 'account.org_id')
    .selectAll('account')
    .select('org.enabled as org_enabled')
    .where(sql`lower(account.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

export type AccountWithState = NonNullable<Awaited<ReturnType<typeof accountByName>>>

export const accountWithOrg = (q: Q, uid: string) =>
  q
    .selectFrom('account')
    .leftJoin('org', 'org.id', 'account.org_id')
    .select(['uid', 'username', 'nickname', 'avatar', 'is_gs', 'org_id', 'org.name as org_name'])
    .select(['phone', 'otp_sealed', 'preferences_json'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()

export const addSession = (
  q: Q,
  session: Omit<Insertable<Tables['session']>, 'ended' | 'ended_at'>,
) =>
  q
    .insertInto('session')
    .values({ ...session, ended: null, ended_at: null })
    .execute()

export const touchSession = (q: Q, id: string, last_seen_at: number) =>
  q.updateTable('session').set({ last_seen_at }).where('id', '=', id).execute()

export const touchAccount = (q: Q, uid: string, at: number, ip: string) =>
  q.updateTable('account').set({ last_login_at: at, last_ip: ip }).where('uid', '=', uid).execute()

export const endSession = (q: Q, id: string, ended: Ended, at: number) =>
  q
    .updateTable('session')
    .set({ ended, ended_at: at })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .execute()

/** Ends every open session of these accounts except one; answers their ids. */
export const endSessionsOf = (
  q: Q,
  uids: readonly string[],
  ended: Ended,
  at: number,
  except?: string,
) =>
  q
    .updateTable('session')
    .set({ ended, ended_at: at })
    .where('uid', 'in', uids)
    .where('ended', 'is', null)
    .$if(except !== undefined, (some) => some.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()

/** Whether the demonstration workspace is loaded. */
export const hasDemo = async (q: Q) =>
  (await q.selectFrom('room').select('id').where('is_demo', '=', 1).limit(1).executeTakeFirst()) !==
  undefined

/** Whether the account has logged in before, but never from this machine. */
export async function isNewDevice(q: Q, uid: string, user_agent: string): Promise<boolean> {
  const seen = (same: boolean) =>
    q
      .selectFrom('session')
      .select('id')
      .where('uid', '=', uid)
      .$if(same, (some) => some.where('user_agent', '=', user_agent))
      .limit(1)
      .executeTakeFirst()
  return (await seen(false)) !== undefined && (await seen(true)) === undefined
}
