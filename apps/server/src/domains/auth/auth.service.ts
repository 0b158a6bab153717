import { required } from '@kaibo/contract/kernel/messages.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import {
  ScopeKind,
  type LoginInput,
  type MenuNode,
  type PassportInfo,
  type Session,
  type UserInfo,
} from '@kaibo/contract/auth/auth.schema.ts'
import { menuTree } from '#domains/lookup/menus.ts'
import type { Tables } from '#migrations/tables.ts'
import type * as z from 'zod/mini'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { fault, invalid } from '#platform/fault.ts'
import type { Origin } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './auth.store.ts'
import type { Locks } from './locks.shared.ts'
import type { Passwords } from './passwords.ts'
import type { Profile } from './profile.ts'
import { preferencesOf, recoveryLeft } from './profile.store.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

export interface AuthService {
  login(given: z.output<typeof LoginInput>, origin: Origin): Promise<Session>
  info(actor: Actor): Promise<PassportInfo>
  /** The same with rights read anew, after a change of the own profile: `must` may have become null by it. */
  infoNow(actor: Actor): Promise<PassportInfo>
  menus(actor: Actor, lang: Lang): MenuNode[]
  logout(actor: Actor): Promise<void>
}

interface Deps {
  sessions: Sessions
  passwords: Passwords
  locks: Locks
  secondFactor: SecondFactor
  profile: Profile
  openings: (uid: string) => Promise<NonNullable<PassportInfo['openings']>>
}

export function createAuth(
  platform: Platform<Tables>,
  { sessions, passwords, locks, secondFactor, profile, openings }: Deps,
): AuthService {
  const { db, clock, live, log } = platform

  /** Ends the account's older logins if one of its groups allows a single login only. */
  async function makeRoom(trx: Queryable<Tables>, uid: string): Promise<void> {
    const groups = await store.groupsOf(trx, uid)
    if (groups.some((group) => group.single_login === 1))
      await sessions.endAll(trx, [uid], 'replaced')
  }

  async function info(actor: Actor): Promise<PassportInfo> {
    const [account, groups, demo, devices] = await Promise.all([
      store.accountWithOrg(db.query, actor.uid),
      store.groupsOf(db.query, actor.uid),
      store.hasDemo(db.query),
      profile.devices(actor),
    ])
    const user = userInfo(account)
    const { org_id, org_name, phone, otp_sealed } = account
    return {
      user,
      phone,
      org: org_id && org_name ? { id: org_id, name: org_name } : null,
      groups: groups.map(({ id, name, scope }) => ({ id, name, scope: ScopeKind.parse(scope) })),
      is_gs: user.is_gs,
      otp_bound: otp_sealed === null ? IsOrNot.not : IsOrNot.is,
      recovery_left: await recoveryLeft(db.query, actor.uid),
      must: actor.must,
      preferences: preferencesOf(account),
      openings: await openings(actor.uid),
      new_devices: devices.filter((one) => one.is_new === 1 && one.current === 0),
      view_as: actor.view_as,
      demo,
    }
  }

  return {
    async login({ username, password, otp }, origin) {
      await locks.attempt(username, origin.ip)
      const account = await store.accountByName(db.query, username)
      if (!(await passwords.matches(account?.password_hash, password)) || !account) {
        log.warn({ username, ip: origin.ip }, 'login refused')
        throw badCredentials()
      }
      const { uid } = account
      const token = await db.transaction(async (trx) => {
        // First, because the write locks the account: of two logins at once, the second sees the first one's session.
        await store.touchAccount(trx, uid, clock.now(), origin.ip)
        const held = await store.accountByName(trx, username)
        // The password was changed while the given one was being checked.
        if (held?.password_hash !== account.password_hash) throw badCredentials()
        assertEnabled(held, clock.now())
        if (held.otp_sealed !== null) {
          if (otp === undefined) throw invalid({ otp: required(nouns.secondFactor) })
          await secondFactor.take(trx, uid, held.otp_sealed, otp)
        }
        await makeRoom(trx, uid)
        return sessions.open(trx, uid, origin)
      })
      await locks.succeeded(username, origin.ip)
      return { token, user: userInfo(account) }
    },
    info,
    infoNow: async (actor) => info(await sessions.actorOf(actor.session_id)),
    menus: (actor, lang) => menuTree(actor.menus, actor.actions, lang),
    async logout(actor) {
      await sessions.end(actor.session_id)
      live.forceOut([actor.session_id], Code.noToken, words('请重新登录', 'Log in again'))
    },
  }
}

const badCredentials = () =>
  fault(Code.badCredentials, words('用户名或密码不正确', 'Wrong user name or password'))

function assertEnabled(account: store.AccountWithState, now: number): void {
  if (account.status !== UserStatus.open) {
    throw fault(
      Code.disabled,
      words('账号已停用，请联系管理员', 'The account is disabled; ask an administrator'),
    )
  }
  if (account.expire_at !== null && account.expire_at <= now) {
    throw fault(
      Code.disabled,
      words('账号已过期，请联系管理员', 'The account has expired; ask an administrator'),
    )
  }
  if (account.org_enabled === 0) {
    throw fault(
      Code.disabled,
      words('所属公会已停用，请联系管理员', 'Your guild is disabled; ask an administrator'),
    )
  }
}

const userInfo = (account: Omit<UserInfo, 'is_gs'> & { is_gs: number }): UserInfo => ({
  uid: account.uid,
  username: account.username,
  nickname: account.nickname,
  avatar: account.avatar,
  is_gs: account.is_gs === 1 ? 1 : 0,
})
