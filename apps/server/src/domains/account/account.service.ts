import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { accountCan, OUT_OF_REACH, type AccountAct } from '@kaibo/contract/account/account.rules.ts'
import type {
  AccountDraft,
  AccountEdit,
  AccountRow,
} from '@kaibo/contract/account/account.schema.ts'
import { weaknessOf } from '@kaibo/contract/auth/password.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { Download } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { checkedOrg } from './account.grants.ts'
import { rowsOf } from './account.rows.ts'
import { accountSheet } from './account.sheet.ts'
import * as store from './account.store.ts'

type Trx = Queryable<Tables>

/** What was, and what is: the answer and the audit row. */
export interface Changed {
  before: AccountRow
  after: AccountRow
}

export interface AccountService {
  list(actor: Actor, query: store.Query): Promise<Page<AccountRow>>
  export(actor: Actor, query: store.Query): Download
  add(actor: Actor, draft: AccountDraft): Promise<AccountRow>
  /** What is stored of a first password, or 1001; outside the transaction, which it would hold up. */
  hashed(draft: Pick<AccountDraft, 'username' | 'password'>): Promise<string>
  /** Within the caller's transaction, for who makes an account along with something else. */
  addWithin(
    trx: Trx,
    actor: Actor,
    draft: Omit<AccountDraft, 'password'>,
    password_hash: string,
  ): Promise<Told & { uid: string }>
  edit(actor: Actor, draft: AccountEdit): Promise<Changed>
  /** What an organisation's form says of its owner: `group_id` takes the place of the guild groups there were. */
  editOwner(trx: Trx, actor: Actor, uid: string, owner: Owner): Promise<Told>
  enable(actor: Actor, uid: string, enabled: number): Promise<Changed>
  removeBind(actor: Actor, uid: string, bind: 'otp' | 'phone' | 'all'): Promise<Changed>
  /** The password is in this answer and nowhere else. */
  reset(actor: Actor, uid: string): Promise<{ uid: string; password: string; username: string }>
}

/** `tell` is for once it is committed: the consoles that list accounts hear of it. */
interface Told {
  tell: () => void
}

interface Owner {
  nickname: string
  phone: string
  group_id: string
}

/** Why logins end by force, in the words that `auth` has for them. */
type Why = 'disabled' | 'password'

export interface AccountDeps {
  hash(password: string): Promise<string>
  /** Ends every login of these accounts; the answer tells them, once it is committed. */
  endLogins(trx: Trx, uids: readonly string[], why: Why): Promise<() => void>
  /** Rights have changed: every login is looked at anew. */
  rightsChanged(): void
}

/** Without look-alikes, and long enough to be typed once. */
const TEMPORARY_LENGTH = 14

export function createAccounts(platform: Platform<Tables>, deps: AccountDeps): AccountService {
  const { db, clock, ids, live } = platform
  const tellLists = live.list(accountApi.list)

  /** Who may see the account: itself, its organisation, and the one that it leaves. */
  const tell = (actor: Actor, uid: string, org_ids: readonly (string | null)[]) =>
    tellLists(actor, { id: uid, of: { uid, org_ids } })

  function told(actor: Actor, changed: Changed): Changed {
    const { before, after } = changed
    if (after !== before) tell(actor, after.uid, [before.org?.id ?? null, after.org?.id ?? null])
    return changed
  }

  async function rowOf(q: Trx, actor: Actor, uid: string): Promise<AccountRow> {
    const record = await store.accountByUid(q, actor.scope, uid)
    const [row] = record ? await rowsOf(q, actor, [record], clock.now()) : []
    if (!row) throw notFound('账号')
    return row
  }

  /** The row as it stands, where the caller may do this to it. */
  async function toChange(q: Trx, actor: Actor, uid: string, act: AccountAct) {
    const row = await rowOf(q, actor, uid)
    const can = accountCan(act, row, actor.uid)
    if (can === OUT_OF_REACH) throw fault(Code.forbidden, can)
    if (can !== true) throw conflict(can, row)
    return row
  }

  async function stale(q: Trx, actor: Actor, uid: string): Promise<never> {
    const record = await store.accountByUid(q, actor.scope, uid)
    const by = await store.nicknameOf(q, record?.updated_by ?? null)
    const row = await rowOf(q, actor, uid)
    throw conflict(`${by ?? '他人'}刚刚保存过此账号，请核对后重新提交`, row)
  }

  async function hashed({ username, password }: Pick<AccountDraft, 'username' | 'password'>) {
    const weak = weaknessOf(password, username)
    if (weak) throw invalid({ password: weak })
    return deps.hash(password)
  }

  async function addWithin(
    trx: Trx,
    actor: Actor,
    { group_ids, org_id, ...account }: Omit<AccountDraft, 'password'>,
    password_hash: string,
  ) {
    const org = await checkedOrg(trx, actor, { group_ids, org_id })
    const now = clock.now()
    const uid = ids.next(now)
    const added = await store.addAccount(trx, {
      ...account,
      uid,
      org_id: org,
      password_hash,
      must_change: 1,
      status: UserStatus.open,
      is_demo: 0,
      created_at: now,
      updated_at: now,
      updated_by: actor.uid,
      version: 1,
    })
    if (!added)
      throw conflict(`用户名「${account.username}」已被使用`, { fields: { username: TAKEN } })
    await store.setGroups(trx, uid, [...new Set(group_ids)])
    return { uid, tell: () => tell(actor, uid, [org]) }
  }

  return {
    async list(actor, query) {
      const now = clock.now()
      const [records, total] = await Promise.all([
        store.accountPage(db.query, actor.scope, query, now),
        store.countAccounts(db.query, actor.scope, query, now),
      ])
      return { list: await rowsOf(db.query, actor, records, now), total }
    },

    export: (actor, query) => accountSheet(db, actor, query, clock.now()),

    hashed,
    addWithin,

    async add(actor, { password, ...draft }) {
      const password_hash = await hashed({ username: draft.username, password })
      const added = await db.transaction(async (trx) => {
        const { uid, tell } = await addWithin(trx, actor, draft, password_hash)
        return { row: await rowOf(trx, actor, uid), tell }
      })
      added.tell()
      return added.row
    },

    async edit(actor, { uid, version, group_ids, org_id, ...person }) {
      const changed = await db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const before = await toChange(trx, actor, uid, 'edit')
          const was = {
            group_ids: before.groups.map((group) => group.id),
            org_id: before.org?.id ?? null,
          }
          const org = await checkedOrg(trx, actor, { group_ids, org_id }, was)
          const stamp = { updated_at: clock.now(), updated_by: actor.uid }
          const change = { ...person, org_id: org, ...stamp }
          if (!(await store.changeAccount(trx, uid, version, change))) return stale(trx, actor, uid)
          await store.setGroups(trx, uid, [...new Set(group_ids)])
          return { before, after: await rowOf(trx, actor, uid) }
        }),
      )
      deps.rightsChanged()
      return told(actor, changed)
    },

    async editOwner(trx, actor, uid, { nickname, phone, group_id }) {
      const before = await toChange(trx, actor, uid, 'edit')
      const was = before.groups.map((group) => group.id)
      const groups = await store.groupsById(trx, was)
      const kept = groups.filter((group) => group.kind !== 'guild').map((group) => group.id)
      const group_ids = was.includes(group_id) ? was : [...kept, group_id]
      const org_id = before.org?.id ?? null
      await checkedOrg(trx, actor, { group_ids, org_id }, { group_ids: was, org_id })
      const stamp = { updated_at: clock.now(), updated_by: actor.uid }
      await store.changeAccount(trx, uid, before.version, { nickname, phone, ...stamp })
      await store.setGroups(trx, uid, group_ids)
      return { tell: () => tell(actor, uid, [org_id]) }
    },

    async enable(actor, uid, enabled) {
      const status = enabled === OpenStatus.open ? UserStatus.open : UserStatus.close
      const { changed, tellLogins } = await db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const row = await rowOf(trx, actor, uid)
          // Asked twice is answered twice.
          if (row.status === status)
            return { changed: { before: row, after: row }, tellLogins: () => {} }
          const before = await toChange(
            trx,
            actor,
            uid,
            enabled === OpenStatus.open ? 'enable' : 'disable',
          )
          const stamp = { updated_at: clock.now(), updated_by: actor.uid }
          if (!(await store.changeAccount(trx, uid, before.version, { status, ...stamp })))
            return stale(trx, actor, uid)
          const tellLogins =
            status === UserStatus.close
              ? await deps.endLogins(trx, [uid], 'disabled')
              : () => deps.rightsChanged()
          return { changed: { before, after: await rowOf(trx, actor, uid) }, tellLogins }
        }),
      )
      tellLogins()
      return told(actor, changed)
    },

    async removeBind(actor, uid, bind) {
      const changed = await db.transaction(async (trx) => {
        const before = await toChange(trx, actor, uid, 'unbind')
        const unbound = {
          ...(bind === 'phone' ? {} : { otp_sealed: null, otp_pending_sealed: null }),
          ...(bind === 'otp' ? {} : { phone: '' }),
        }
        const stamp = { updated_at: clock.now(), updated_by: actor.uid }
        if (!(await store.changeAccount(trx, uid, before.version, { ...unbound, ...stamp })))
          return stale(trx, actor, uid)
        if (bind !== 'phone') await store.forgetRecoveryCodes(trx, uid)
        return { before, after: await rowOf(trx, actor, uid) }
      })
      return told(actor, changed)
    },

    async reset(actor, uid) {
      const password = ids.code(TEMPORARY_LENGTH)
      const password_hash = await deps.hash(password)
      const { before, tellLogins } = await db.transaction(async (trx) => {
        const before = await toChange(trx, actor, uid, 'reset')
        const stamp = { updated_at: clock.now(), updated_by: actor.uid }
        const change = { password_hash, must_change: 1, ...stamp }
        if (!(await store.changeAccount(trx, uid, before.version, change)))
          return stale(trx, actor, uid)
        return { before, tellLogins: await deps.endLogins(trx, [uid], 'password') }
      })
      tellLogins()
      tell(actor, uid, [before.org?.id ?? null])
      return { uid, password, username: before.username }
    },
  }
}

const TAKEN = '用户名已被使用'
