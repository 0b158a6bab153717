import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { createHash } from 'node:crypto'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { fault } from '#platform/fault.ts'
import type { Origin } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './auth.store.ts'
import { actionsOf, menusFrom, mustOf, scopeOf } from './rights.ts'

export interface Sessions {
  /** Who holds the token; throws 1002, 1004 or 2003. */
  authenticate(token: string): Promise<Actor>
  /** The same by session id, without updating `last_seen_at`: an open live channel must not keep a login from expiring. */
  actorOf(session_id: string): Promise<Actor>
  /** Opens a session within the caller's transaction; answers its token, of which only the hash is stored. */
  open(
    trx: Queryable<Tables>,
    uid: string,
    origin: Pick<Origin, 'ip' | 'user_agent'>,
  ): Promise<string>
  end(session_id: string): Promise<void>
  /** Ends every login of these accounts except one, within the caller's transaction; they are told after the commit. */
  endAll(
    trx: Queryable<Tables>,
    uids: readonly string[],
    why: Exclude<store.Ended, 'logout'>,
    except?: string,
  ): Promise<void>
  /** Tells a login that it has been ended. */
  ended(session_id: string, why: Exclude<store.Ended, 'logout'>): void
  /** To be called after a change of accounts, groups or sessions: every server then reads the rights of its logins anew. */
  changed(): void
  /** The same, after the commit of this transaction. */
  changing(trx: Queryable<Tables>): void
}

export const IDLE_MS = 12 * 3_600_000
export const ABSOLUTE_MS = 7 * 86_400_000
const SEEN_EVERY_MS = 60_000
/** How long rights are cached: a change whose message the bus has lost takes effect after this at the latest. */
const TRUST_MS = 1_000
const MAX_CACHED = 20_000
const TOKEN_BYTES = 32
const CHANGED = 'auth.changed'

const FORCED: Readonly<Record<Exclude<store.Ended, 'logout'>, Words>> = {
  replaced: words(
    '账号已在别处登录，请重新登录',
    'The account has logged in elsewhere; log in again',
  ),
  disabled: words('账号已停用，请重新登录', 'The account is disabled; log in again'),
  password: words('密码已修改，请重新登录', 'The password was changed; log in again'),
  revoked: words('此设备的登录已被撤销，请重新登录', 'This device was logged out; log in again'),
  org: words('所属公会已停用，请重新登录', 'Your guild is disabled; log in again'),
}

export function createSessions(platform: Platform<Tables>): Sessions {
  const { db, clock, ids, bus, live } = platform
  const cache = new Map<string, { until: number; actor: Promise<Actor> }>()
  bus.subscribe(CHANGED, () => cache.clear())

  async function actorFrom(row: store.SessionRow): Promise<Actor> {
    const groups = await store.groupsOf(db.query, row.uid)
    const { uid, username, nickname, org_id, is_gs, id: session_id } = row
    const who = { uid, username, nickname, org_id, is_gs, session_id, view_as: null }
    const must = mustOf(row, groups)
    // Until the password or the second factor is set, the login has no rights.
    if (must) return { ...who, must, actions: new Set(), scope: { kind: 'own', uid }, menus: [] }
    const rights = { actions: actionsOf(groups), scope: scopeOf(groups, row) }
    return { ...who, ...rights, must, menus: menusFrom(groups) }
  }

  async function load(token: string): Promise<Actor> {
    const row = await store.sessionByToken(db.query, hashOf(token))
    const now = clock.now()
    assertLive(row, now)
    if (now - row.last_seen_at >= SEEN_EVERY_MS) await store.touchSession(db.query, row.id, now)
    return actorFrom(row)
  }

  function changed() {
    cache.clear()
    bus.publish(CHANGED, null)
  }

  function tell(session_ids: readonly string[], why: Exclude<store.Ended, 'logout'>) {
    changed()
    live.forceOut(session_ids, Code.forcedOut, FORCED[why])
  }

  return {
    authenticate(token) {
      const now = clock.now()
      const known = cache.get(token)
      if (known && known.until > now) return known.actor
      const actor = load(token)
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(token, { until: now + TRUST_MS, actor })
      actor.catch(() => cache.delete(token))
      return actor
    },
    async actorOf(session_id) {
      const row = await store.sessionById(db.query, session_id)
      assertLive(row, clock.now())
      return actorFrom(row)
    },
    async open(trx, uid, { ip, user_agent }) {
      const token = ids.secret(TOKEN_BYTES)
      const now = clock.now()
      await store.addSession(trx, {
        id: ids.next(now),
        token_hash: hashOf(token),
        uid,
        created_at: now,
        last_seen_at: now,
        ip,
        user_agent,
        is_new: (await store.isNewDevice(trx, uid, user_agent)) ? 1 : 0,
      })
      return token
    },
    async end(session_id) {
      await db.transaction((trx) => store.endSession(trx, session_id, 'logout', clock.now()))
      changed()
    },
    async endAll(trx, uids, why, except) {
      const ended = await store.endSessionsOf(trx, uids, why, clock.now(), except)
      const session_ids = ended.map((session) => session.id)
      afterCommit(trx, () => tell(session_ids, why))
    },
    ended: (session_id, why) => tell([session_id], why),
    changed,
    changing: (trx) => afterCommit(trx, changed),
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

function assertLive(
  row: store.SessionRow | undefined,
  now: number,
): asserts row is store.SessionRow {
  if (!row || row.ended === 'logout') throw fault(Code.noToken, words('请重新登录', 'Log in again'))
  if (row.ended) throw fault(Code.forcedOut, FORCED[row.ended as keyof typeof FORCED])
  if (row.status !== UserStatus.open)
    throw fault(
      Code.forcedOut,
      words('账号已停用，请重新登录', 'The account is disabled; log in again'),
    )
  if (row.org_enabled === 0)
    throw fault(
      Code.forcedOut,
      words('所属公会已停用，请重新登录', 'Your guild is disabled; log in again'),
    )
  if (row.expire_at !== null && row.expire_at <= now) {
    throw fault(
      Code.forcedOut,
      words('账号已过期，请重新登录', 'The account has expired; log in again'),
    )
  }
  if (now - row.created_at >= ABSOLUTE_MS || now - row.last_seen_at >= IDLE_MS) {
    throw fault(
      Code.expired,
      words('登录已过期，请重新登录', 'The login has expired; log in again'),
    )
  }
}
