import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
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
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { conflict, fault, invalid, notFound, savedMeanwhile } from '#platform/fault.ts'
import { workbook } from '#platform/file/sheet.ts'
import type { Download } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { checkedOrg } from './account.grants.ts'
import * as pages from './account.page.ts'
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
  list(actor: Actor, query: pages.Query): Promise<Page<AccountRow>>
  /** All accounts that the filters match, as a workbook that is written while it is read. */
  export(actor: Actor, query: pages.Query, lang: Lang): Download
  add(actor: Actor, draft: AccountDraft): Promise<AccountRow>
  /** What is stored of a first password, or 1001; outside the transaction, which it would hold up. */
  hashed(draft: Pick<AccountDraft, 'username' | 'password'>): Promise<string>
  /** Within the caller's transaction, for whoever makes an account along with something else; answers its uid. */
  addWithin(
    trx: Trx,
    actor: Actor,
    draft: Omit<AccountDraft, 'password'>,
    password_hash: string,
  ): Promise<string>
  edit(actor: Actor, draft: AccountEdit): Promise<Changed>
  /** What an organisation's form says of its owner: `group_id` takes the place of the guild groups there were. */
  editOwner(trx: Trx, actor: Actor, uid: string, owner: Owner): Promise<void>
  enable(actor: Actor, uid: string, enabled: number): Promise<Changed>
  removeBind(actor: Actor, uid: string, bind: 'otp' | 'phone' | 'all'): Promise<Changed>
  /** The password is in this answer and nowhere else. */
  reset(actor: Actor, uid: string): Promise<{ uid: string; password: string; username: string }>
}

interface Owner {
  nickname: string
  phone?: string | undefined
  /** Left out, the groups stay. */
  group_id?: string
}

/** Why logins end by force, in the words that `auth` has for them. */
type Why = 'disabled' | 'password'

export interface AccountDeps {
  hash(password: string): Promise<string>
  /** Ends every login of these accounts. */
  endLogins(trx: Trx, uids: readonly string[], why: Why): Promise<void>
  /** Rights change: every login is looked at anew. */
  rightsChange(trx: Trx): void
}

/** Without look-alikes, and long enough to be typed once. */
const TEMPORARY_LENGTH = 14

export function createAccounts(platform: Platform<Tables>, deps: AccountDeps): AccountService {
  const { db, clock, ids, live } = platform
  const tellLists = live.list(accountApi.list)

  /** Who may see the account hears of it: itself, its organisation, and the one that it leaves. */
  const tell = (trx: Trx, actor: Actor, uid: string, org_ids: readonly (string | null)[]) =>
    afterCommit(trx, () => tellLists(actor, { id: uid, of: { uid, org_ids } }))

  async function changed(trx: Trx, actor: Actor, before: AccountRow): Promise<Changed> {
    const after = await rowOf(trx, actor, before.uid)
    tell(trx, actor, after.uid, [before.org?.id ?? null, after.org?.id ?? null])
    return { before, after }
  }

  async function rowOf(q: Trx, actor: Actor, uid: string): Promise<AccountRow> {
    const record = await pages.accountByUid(q, actor.scope, uid)
    const [row] = record ? await rowsOf(q, actor, [record], clock.now()) : []
    if (!row) throw notFound(nouns.account)
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

  /** Writes what changes, or 1006 with the row as it is where somebody has saved since `version`. */
  async function write(
    trx: Trx,
    actor: Actor,
    { uid, version }: Pick<AccountRow, 'uid' | 'version'>,
    change: store.Change,
  ): Promise<void> {
    const stamp = { updated_at: clock.now(), updated_by: actor.uid }
    if (await store.changeAccount(trx, uid, version, { ...change, ...stamp })) return
    throw savedMeanwhile(nouns.account, await rowOf(trx, actor, uid))
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
      throw conflict(
        words(
          `用户名「${account.username}」已被使用`,
          `The user name “${account.username}” is taken`,
        ),
        { fields: { username: TAKEN } },
      )
    await store.setGroups(trx, uid, [...new Set(group_ids)])
    tell(trx, actor, uid, [org])
    return uid
  }

  return {
    async list(actor, query) {
      const now = clock.now()
      const [records, total] = await Promise.all([
        pages.accountPage(db.query, actor.scope, query, now),
        pages.countAccounts(db.query, actor.scope, query, now),
      ])
      return { list: await rowsOf(db.query, actor, records, now), total }
    },

    export(actor, query, lang) {
      const now = clock.now()
      return workbook(accountSheet, {
        lang,
        span: dayOf(now),
        after: async (last, limit) => {
          const place = { now, last: last?.uid, limit }
          return rowsOf(
            db.query,
            actor,
            await pages.accountsAfter(db.query, actor.scope, query, place),
            now,
          )
        },
      })
    },

    hashed,
    addWithin,

    async add(actor, { password, ...draft }) {
      const password_hash = await hashed({ username: draft.username, password })
      return db.transaction(async (trx) =>
        rowOf(trx, actor, await addWithin(trx, actor, draft, password_hash)),
      )
    },

    edit: (actor, { uid, version, group_ids, org_id, ...person }) =>
      db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const before = await toChange(trx, actor, uid, 'edit')
          const was = {
            group_ids: before.groups.map((group) => group.id),
            org_id: before.org?.id ?? null,
          }
          const org = await checkedOrg(
            trx,
            actor,
            { ...was, group_ids, ...(org_id === undefined ? {} : { org_id }) },
            was,
          )
          await write(trx, actor, { uid, version }, { ...person, org_id: org })
          await store.setGroups(trx, uid, [...new Set(group_ids)])
          deps.rightsChange(trx)
          return changed(trx, actor, before)
        }),
      ),

    async editOwner(trx, actor, uid, { nickname, phone, group_id }) {
      const before = await toChange(trx, actor, uid, 'edit')
      const was = before.groups.map((group) => group.id)
      const groups = await store.groupsById(trx, was)
      const kept = groups.filter((group) => group.kind !== 'guild').map((group) => group.id)
      const stays = group_id === undefined || was.includes(group_id)
      const group_ids = stays ? was : [...kept, group_id]
      const org_id = before.org?.id ?? null
      await checkedOrg(trx, actor, { group_ids, org_id }, { group_ids: was, org_id })
      await write(trx, actor, before, { nickname, phone })
      await store.setGroups(trx, uid, group_ids)
      tell(trx, actor, uid, [org_id])
    },

    async enable(actor, uid, enabled) {
      const status = enabled === OpenStatus.open ? UserStatus.open : UserStatus.close
      return db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const row = await rowOf(trx, actor, uid)
          // Asked twice is answered twice.
          if (row.status === status) return { before: row, after: row }
          const before = await toChange(
            trx,
            actor,
            uid,
            enabled === OpenStatus.open ? 'enable' : 'disable',
          )
          await write(trx, actor, before, { status })
          if (status === UserStatus.close) await deps.endLogins(trx, [uid], 'disabled')
          else deps.rightsChange(trx)
          return changed(trx, actor, before)
        }),
      )
    },

    removeBind: (actor, uid, bind) =>
      db.transaction(async (trx) => {
        const before = await toChange(trx, actor, uid, 'unbind')
        const unbound = {
          ...(bind === 'phone' ? {} : { otp_sealed: null, otp_pending_sealed: null }),
          ...(bind === 'otp' ? {} : { phone: '' }),
        }
        await write(trx, actor, before, unbound)
        if (bind !== 'phone') {
          await store.forgetRecoveryCodes(trx, uid)
          // A group may ask for what was taken away.
          deps.rightsChange(trx)
        }
        return changed(trx, actor, before)
      }),

    async reset(actor, uid) {
      const password = ids.code(TEMPORARY_LENGTH)
      const password_hash = await deps.hash(password)
      return db.transaction(async (trx) => {
        const before = await toChange(trx, actor, uid, 'reset')
        await write(trx, actor, before, { password_hash, must_change: 1 })
        await deps.endLogins(trx, [uid], 'password')
        const { username } = (await changed(trx, actor, before)).after
        return { uid, password, username }
      })
    },
  }
}

const TAKEN = words('用户名已被使用', 'This user name is taken')
