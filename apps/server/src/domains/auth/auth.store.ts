import type { Queryable } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'

type Q = Queryable<Tables>

/** Why a session ended: by its owner, or by force. */
export type Ended = 'logout' | 'replaced' | 'disabled' | 'password'

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
] as const

const sessions = (q: Q) =>
  q.selectFrom('session').innerJoin('account', 'account.uid', 'session.uid').select(SESSION)

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
    .select(['group.id', 'group.name', 'group.scope', 'group.actions_json', 'group.single_login'])
    .where('member.uid', '=', uid)
    .where('group.enabled', '=', 1)
    .orderBy('group.id')
    .execute()

export const accountByName = (q: Q, username: string) =>
  q.selectFrom('account').selectAll().where('username', '=', username).executeTakeFirst()

export const accountWithOrg = (q: Q, uid: string) =>
  q
    .selectFrom('account')
    .leftJoin('org', 'org.id', 'account.org_id')
    .select(['uid', 'username', 'nickname', 'avatar', 'is_gs', 'org_id', 'org.name as org_name'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()

export const addSession = (q: Q, session: Omit<Tables['session'], 'ended' | 'ended_at'>) =>
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

/** Ends every living session of an account; answers their ids. */
export const endSessionsOf = (q: Q, uid: string, ended: Ended, at: number) =>
  q
    .updateTable('session')
    .set({ ended, ended_at: at })
    .where('uid', '=', uid)
    .where('ended', 'is', null)
    .returning('id')
    .execute()

/** Whether any of the demonstration workspace is there. */
export const hasDemo = async (q: Q) =>
  (await q.selectFrom('room').select('id').where('is_demo', '=', 1).limit(1).executeTakeFirst()) !==
  undefined
