import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { accountCan, OUT_OF_REACH, type AccountAct } from '@kaibo/contract/account/account.rules.ts'
import type {
  AccountDraft,
  AccountEdit,
  AccountEnable,
  AccountRef,
  AccountRow,
  AccountUnbind,
} from '@kaibo/contract/account/account.schema.ts'
import { weaknessOf } from '@kaibo/contract/auth/password.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { fault, invalid, taken } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import { checkedOrg } from './account.grants.ts'
import { rowsOf } from './account.rows.ts'
import { accountSheet } from './account.sheet.ts'
import * as store from './account.store.ts'

type Trx = Queryable<Tables>

interface Owner {
  nickname: string
  phone?: string | undefined
  /** Without it the groups stay. */
  group_id?: string
}

/** Why logins are ended; `auth` has the message of each reason. */
type Why = 'disabled' | 'password'

export interface AccountDeps {
  hash(password: string): Promise<string>
  /** Ends every login of these accounts. */
  endLogins(trx: Trx, uids: readonly string[], why: Why): Promise<void>
  /** To be called when rights change: after the commit, every server reads the rights of its logins anew. */
  rightsChange(trx: Trx): void
}

/** In characters without look-alikes (`ids.code`). */
const TEMPORARY_LENGTH = 14

export type AccountService = ReturnType<typeof createAccounts>

export function createAccounts(platform: Platform<Tables>, deps: AccountDeps) {
  const { db, ids } = platform
  const accounts = records(platform, {
    list: accountApi.list,
    edit: accountApi.edit,
    noun: nouns.account,
    table: 'account',
    key: 'uid',
    called: 'username',
    rows: store.accounts,
    shown: store.shown,
    // A scope of one organisation shows its accounts; a scope of own rows shows the caller's account.
    scope: { org: 'account.org_id', own: 'account.uid' },
    filters: {
      uid: 'account.uid',
      status: 'account.status',
      is_gs: 'account.is_gs',
      org_id: 'account.org_id',
      group_id: store.inGroup,
      expire_status: (status, { now }) => store.expiresAs(status, now),
    },
    order: 'created_at',
    // Null where somebody never logged in, or never expires.
    emptyLast: ['last_login_at', 'expire_at'],
    answer: rowsOf,
    can: (act: AccountAct, row, actor) => {
      const can = accountCan(act, row, actor.uid)
      return can === OUT_OF_REACH ? fault(Code.forbidden, can) : can
    },
    taken: {
      username: (username) =>
        taken(
          'username',
          words(`用户名「${username}」已被使用`, `The user name “${username}” is taken`),
          words('用户名已被使用', 'This user name is taken'),
        ),
    },
    // The account itself and its organisation; on a change of organisation, both.
    heardBy: ({ uid, org }) => ({ uid, org_ids: [org?.id ?? null] }),
    sheet: accountSheet,
  })

  /** The hash of a first password, or 1001 for a weak one. Slow, so it is called before the transaction. */
  async function hashed({ username, password }: Pick<AccountDraft, 'username' | 'password'>) {
    const weak = weaknessOf(password, username)
    if (weak) throw invalid({ password: weak })
    return deps.hash(password)
  }

  /** Adds an account within the caller's transaction, together with other rows. */
  async function addWithin(
    trx: Trx,
    actor: Actor,
    { group_ids, ...draft }: Omit<AccountDraft, 'password'>,
    password_hash: string,
  ): Promise<Changed<AccountRow>> {
    const org_id = await checkedOrg(trx, actor, { ...draft, group_ids })
    const first = { password_hash, must_change: 1, status: UserStatus.open, is_demo: 0 } as const
    const uid = await accounts.insert(trx, actor, { ...draft, ...first, org_id })
    await store.setGroups(trx, uid, [...new Set(group_ids)])
    return accounts.added(trx, actor, uid)
  }

  async function add(actor: Actor, { password, ...draft }: AccountDraft) {
    const password_hash = await hashed({ username: draft.username, password })
    return db.transaction((trx) => addWithin(trx, actor, draft, password_hash))
  }

  const edit = (actor: Actor, { uid, version, group_ids, org_id, ...person }: AccountEdit) =>
    db.transaction((trx) =>
      keepingAnAdmin(trx, () =>
        accounts.change(trx, actor, { id: uid, act: 'edit' }, async (before) => {
          const was = wantedOf(before)
          const wanted = {
            group_ids,
            org_id: org_id === undefined ? was.org_id : org_id,
            is_gs: person.is_gs ?? was.is_gs,
          }
          const org = await checkedOrg(trx, actor, wanted, was)
          await accounts.update(trx, actor, { id: uid, version }, { ...person, org_id: org })
          await store.setGroups(trx, uid, [...new Set(group_ids)])
          deps.rightsChange(trx)
        }),
      ),
    )

  /** Changes an organisation's owner from the organisation's form: `group_id` replaces all guild groups of the account. */
  const editOwner = (
    trx: Trx,
    actor: Actor,
    uid: string,
    { nickname, phone, group_id }: Owner,
  ): Promise<Changed<AccountRow>> =>
    accounts.change(trx, actor, { id: uid, act: 'edit' }, async (before) => {
      const was = wantedOf(before)
      const groups = await store.groupsById(trx, was.group_ids)
      const kept = groups.filter((group) => group.kind !== 'guild').map((group) => group.id)
      const stays = group_id === undefined || was.group_ids.includes(group_id)
      const group_ids = stays ? was.group_ids : [...kept, group_id]
      await checkedOrg(trx, actor, { ...was, group_ids }, was)
      await accounts.update(trx, actor, { id: uid, version: before.version }, { nickname, phone })
      await store.setGroups(trx, uid, group_ids)
    })

  /** Not `accounts.enable`: the column is the spec's `status`, in which 0 means enabled. */
  const enable = (actor: Actor, { uid, enabled, version }: z.output<typeof AccountEnable>) =>
    db.transaction((trx) =>
      keepingAnAdmin(trx, async () => {
        const status = enabled === OpenStatus.open ? UserStatus.open : UserStatus.close
        const row = await accounts.byId(trx, actor, uid)
        if (version !== undefined && row.version !== version)
          throw await accounts.stale(trx, actor, uid)
        // Idempotent: enabling an enabled account writes nothing and answers it.
        if (row.status === status) return { before: row, after: row }
        const act = enabled === OpenStatus.open ? 'enable' : 'disable'
        return accounts.change(trx, actor, { id: uid, act }, async (before) => {
          await accounts.update(trx, actor, { id: uid, version: before.version }, { status })
          if (status === UserStatus.close) await deps.endLogins(trx, [uid], 'disabled')
          else deps.rightsChange(trx)
        })
      }),
    )

  const removeBind = (actor: Actor, { uid, bind }: z.output<typeof AccountUnbind>) =>
    db.transaction((trx) =>
      accounts.change(trx, actor, { id: uid, act: 'unbind' }, async ({ version }) => {
        await accounts.update(
          trx,
          actor,
          { id: uid, version },
          {
            ...(bind === 'phone' ? {} : { otp_sealed: null, otp_pending_sealed: null }),
            ...(bind === 'otp' ? {} : { phone: '' }),
          },
        )
        if (bind === 'phone') return
        await store.forgetRecoveryCodes(trx, uid)
        // A group may require the second factor that was removed.
        deps.rightsChange(trx)
      }),
    )

  /** The password is only in this answer; the database has its hash. */
  async function reset(actor: Actor, { uid }: z.output<typeof AccountRef>) {
    const password = ids.code(TEMPORARY_LENGTH)
    const password_hash = await deps.hash(password)
    const { after } = await db.transaction((trx) =>
      accounts.change(trx, actor, { id: uid, act: 'reset' }, async ({ version }) => {
        await accounts.update(trx, actor, { id: uid, version }, { password_hash, must_change: 1 })
        await deps.endLogins(trx, [uid], 'password')
      }),
    )
    return { uid, password, username: after.username }
  }

  const { listed, sees, wrote } = accounts
  return { listed, sees, wrote, hashed, addWithin, add, edit, editOwner, enable, removeBind, reset }
}

/** The present groups and organisation of an account. */
const wantedOf = ({ groups, org, is_gs }: AccountRow) => ({
  group_ids: groups.map((group) => group.id),
  org_id: org?.id ?? null,
  is_gs,
})
