import { Code } from '@kaibo/contract/facts/codes.ts'
import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import { menu } from '@kaibo/contract/facts/menu.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import type { Lang } from '@kaibo/contract/kernel/enumeration.ts'
import {
  ScopeKind,
  type MenuNode,
  type PassportInfo,
  type Session,
  type UserInfo,
} from '@kaibo/contract/auth/auth.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { fault } from '#platform/fault.ts'
import type { Origin } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './auth.store.ts'
import type { Locks } from './locks.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

export interface AuthService {
  login(username: string, password: string, origin: Origin): Promise<Session>
  info(actor: Actor): Promise<PassportInfo>
  menus(actor: Actor, lang: Lang): MenuNode[]
  logout(actor: Actor): Promise<void>
}

interface Deps {
  sessions: Sessions
  passwords: Passwords
  locks: Locks
}

export function createAuth(
  platform: Platform<Tables>,
  { sessions, passwords, locks }: Deps,
): AuthService {
  const { db, clock, live, log } = platform

  /** Under a single-login group the older logins make room. */
  async function makeRoom(uid: string): Promise<void> {
    const groups = await store.groupsOf(db.query, uid)
    if (!groups.some((group) => group.single_login === 1)) return
    const ended = await store.endSessionsOf(db.query, uid, 'replaced', clock.now())
    const ids = ended.map((session) => session.id)
    live.forceOut(ids, Code.forcedOut, '账号已在别处登录，请重新登录')
    sessions.changed()
  }

  return {
    async login(username, password, origin) {
      locks.attempt(username, origin.ip)
      const account = await store.accountByName(db.query, username)
      if (!(await passwords.matches(account?.password_hash, password)) || !account) {
        log.warn({ username, ip: origin.ip }, 'login refused')
        throw fault(Code.badCredentials, '用户名或密码不正确')
      }
      const now = clock.now()
      if (account.status !== UserStatus.open) {
        throw fault(Code.disabled, '账号已停用，请联系管理员')
      }
      if (account.expire_at !== null && account.expire_at <= now) {
        throw fault(Code.disabled, '账号已过期，请联系管理员')
      }
      locks.succeeded(username, origin.ip)
      await makeRoom(account.uid)
      const token = await sessions.open(account.uid, origin)
      await store.touchAccount(db.query, account.uid, now, origin.ip)
      return { token, user: userInfo(account) }
    },
    async info(actor) {
      const [account, groups, demo] = await Promise.all([
        store.accountWithOrg(db.query, actor.uid),
        store.groupsOf(db.query, actor.uid),
        store.hasDemo(db.query),
      ])
      const user = userInfo(account)
      const { org_id, org_name } = account
      return {
        user,
        org: org_id && org_name ? { id: org_id, name: org_name } : null,
        groups: groups.map(({ id, name, scope }) => ({ id, name, scope: ScopeKind.parse(scope) })),
        is_gs: user.is_gs,
        demo,
      }
    },
    menus: (actor, lang) =>
      menu
        .map((entry) => ({
          id: entry.id,
          path: '',
          name: entry[lang],
          icon: entry.icon,
          children: entry.screens
            .filter(({ screen }) => actor.actions.has(screens[screen].can))
            .map((one) => ({
              id: one.id,
              path: screens[one.screen].path,
              name: one[lang],
              icon: '',
              children: [],
            })),
        }))
        .filter((entry) => entry.children.length > 0),
    async logout(actor) {
      await sessions.end(actor.session_id)
      live.forceOut([actor.session_id], Code.noToken, '请重新登录')
    },
  }
}

const userInfo = (account: Omit<UserInfo, 'is_gs'> & { is_gs: number }): UserInfo => ({
  uid: account.uid,
  username: account.username,
  nickname: account.nickname,
  avatar: account.avatar,
  is_gs: account.is_gs === 1 ? 1 : 0,
})
