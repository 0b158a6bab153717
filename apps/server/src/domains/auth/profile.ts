import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Device, SelfEdit } from '@kaibo/contract/auth/auth.schema.ts'
import { weaknessOf } from '@kaibo/contract/auth/password.rules.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { conflict, invalid, notFound } from '#platform/fault.ts'
import type { Origin } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { groupsOf } from './auth.store.ts'
import type { Locks } from './locks.shared.ts'
import type { Passwords } from './passwords.ts'
import * as store from './profile.store.ts'
import type { SecondFactor } from './second-factor.ts'
import { ABSOLUTE_MS, IDLE_MS, type Sessions } from './sessions.ts'

type Trx = Transaction<Tables>
type Account = Awaited<ReturnType<typeof store.accountOf>>

export interface ProfileDeps {
  sessions: Sessions
  passwords: Passwords
  locks: Locks
  secondFactor: SecondFactor
  /** Binds a picture that was uploaded to the account; answers its address. */
  useAvatar(trx: Trx, upload_id: string, uid: string): Promise<string | undefined>
  releaseAvatar(trx: Trx, uid: string): Promise<void>
}

export type Profile = ReturnType<typeof createProfile>

/** What a person may change of their own account. */
export function createProfile(platform: Platform<Tables>, deps: ProfileDeps) {
  const { db, clock, search } = platform
  const { sessions, passwords, locks, secondFactor } = deps

  /** Checks the password again before a change of what protects the account: an open console may be used by somebody else. */
  async function prove(actor: Actor, password: string, field: string, { ip }: Origin) {
    await locks.attempt(actor.username, ip)
    const account = await store.accountOf(db.query, actor.uid)
    if (!(await passwords.matches(account.password_hash, password)))
      throw invalid({
        [field]:
          field === 'password'
            ? words('密码不正确', 'Wrong password')
            : words('原密码不正确', 'The current password is wrong'),
      })
    await locks.succeeded(actor.username, ip)
    return account
  }

  async function newPasswordOf(
    actor: Actor,
    { password, old_password }: z.output<typeof SelfEdit>,
    origin: Origin,
  ) {
    if (password === undefined) return undefined
    if (old_password === undefined)
      throw invalid({ old_password: words('请输入原密码', 'Current password is required') })
    const proved = await prove(actor, old_password, 'old_password', origin)
    if (password === old_password)
      throw invalid({
        password: words(
          '新密码不能与原密码相同',
          'The new password must differ from the current one',
        ),
      })
    const weak = weaknessOf(password, actor.username)
    if (weak) throw invalid({ password: weak })
    return { proved, password_hash: await passwords.hash(password) }
  }

  async function avatarOf(trx: Trx, uid: string, upload_id: string | null) {
    await deps.releaseAvatar(trx, uid)
    if (upload_id === null) return null
    const url = await deps.useAvatar(trx, upload_id, uid)
    if (url === undefined)
      throw invalid({
        avatar: words('头像不存在或已过期，请重新上传', 'The picture is gone; upload it again'),
      })
    return url
  }

  const isAskedFor = async (uid: string) =>
    (await groupsOf(db.query, uid)).some((group) => group.otp_required === 1)

  return {
    async edit(actor: Actor, edit: z.output<typeof SelfEdit>, origin: Origin): Promise<void> {
      const renewed = await newPasswordOf(actor, edit, origin)
      await db.transaction(async (trx) => {
        const { nickname, phone, avatar, preferences } = edit
        const held = renewed
          ? await holdProved(trx, renewed.proved, 'old_password')
          : await store.heldAccount(trx, actor.uid)
        await store.changeSelf(trx, actor.uid, {
          ...(nickname === undefined ? {} : { nickname }),
          ...(phone === undefined ? {} : { phone }),
          ...(avatar === undefined ? {} : { avatar: await avatarOf(trx, actor.uid, avatar) }),
          ...(preferences
            ? { preferences_json: JSON.stringify({ ...store.preferencesOf(held), ...preferences }) }
            : {}),
          ...(renewed ? { password_hash: renewed.password_hash, must_change: 0 } : {}),
          updated_at: clock.now(),
          updated_by: actor.uid,
        })
        await search.keep(trx, 'account', [actor.uid])
        if (renewed) await sessions.endAll(trx, [actor.uid], 'password', actor.session_id)
        else sessions.changing(trx)
      })
    },

    async otpBegin(actor: Actor, password: string, origin: Origin) {
      const proved = await prove(actor, password, 'password', origin)
      const { sealed, ...offer } = secondFactor.offer(actor.username)
      await db.transaction(async (trx) => {
        const held = await holdProved(trx, proved, 'password')
        if (held.otp_sealed !== null)
          throw conflict(
            words('已绑定动态验证码，请先解除', 'A second factor is set up; remove it first'),
          )
        await store.changeSelf(trx, actor.uid, { otp_pending_sealed: sealed })
      })
      return offer
    },

    async otpConfirm(actor: Actor, code: string, { ip }: Origin): Promise<string[]> {
      await locks.attempt(actor.username, ip)
      const codes = await db.transaction(async (trx) => {
        const { otp_pending_sealed: offered } = await store.heldAccount(trx, actor.uid)
        if (offered === null) throw conflict(words('请先获取新的密钥', 'Ask for a new key first'))
        await secondFactor.take(trx, actor.uid, offered, code)
        const bound = { otp_sealed: offered, otp_pending_sealed: null }
        await store.changeSelf(trx, actor.uid, { ...bound, updated_at: clock.now() })
        sessions.changing(trx)
        return secondFactor.renewCodes(trx, actor.uid)
      })
      await locks.succeeded(actor.username, ip)
      return codes
    },

    async otpCodes(actor: Actor, password: string, origin: Origin): Promise<string[]> {
      const proved = await prove(actor, password, 'password', origin)
      return db.transaction(async (trx) => {
        const held = await holdProved(trx, proved, 'password')
        if (held.otp_sealed === null)
          throw conflict(words('还没有绑定动态验证码', 'No second factor is set up'))
        return secondFactor.renewCodes(trx, actor.uid)
      })
    },

    async otpRemove(actor: Actor, password: string, origin: Origin): Promise<void> {
      const proved = await prove(actor, password, 'password', origin)
      if (await isAskedFor(actor.uid))
        throw conflict(
          words(
            '所在分组要求动态验证码，不能解除',
            'Your group requires a second factor; it cannot be removed',
          ),
        )
      await db.transaction(async (trx) => {
        await holdProved(trx, proved, 'password')
        const unbound = { otp_sealed: null, otp_pending_sealed: null, updated_at: clock.now() }
        await store.changeSelf(trx, actor.uid, unbound)
        await store.setRecoveryCodes(trx, actor.uid, [])
      })
    },

    async devices(actor: Actor): Promise<Device[]> {
      const now = clock.now()
      const since = { created_at: now - ABSOLUTE_MS, last_seen_at: now - IDLE_MS }
      const rows = await store.devicesOf(db.query, actor.uid, since)
      return rows.map(({ is_new, ...row }) => ({
        ...row,
        current: row.id === actor.session_id ? IsOrNot.is : IsOrNot.not,
        is_new: is_new === 1 ? IsOrNot.is : IsOrNot.not,
      }))
    },

    async revoke(actor: Actor, id: string): Promise<store.DeviceFacts> {
      const device = await db.transaction((trx) => store.endDevice(trx, actor.uid, id, clock.now()))
      if (!device) throw notFound(nouns.device)
      sessions.ended(id, 'revoked')
      return device
    },

    /** Confirms a device, which has to be done from another one. */
    async know(actor: Actor, id: string): Promise<store.DeviceFacts> {
      if (id === actor.session_id)
        throw conflict(
          words('请在另一台已登录的设备上确认', 'Confirm it on another device that is logged in'),
        )
      const device = await db.transaction((trx) => store.knowDevice(trx, actor.uid, id))
      if (!device) throw notFound(nouns.device)
      return device
    },
  }
}

/** Locks the account whose password was checked; throws where the password has been changed since the check. */
async function holdProved(trx: Trx, proved: Account, field: string): Promise<Account> {
  const held = await store.heldAccount(trx, proved.uid)
  if (held.password_hash !== proved.password_hash)
    throw invalid({
      [field]: words(
        '密码刚刚被修改，请输入新密码',
        'The password has just been changed; enter the new one',
      ),
    })
  return held
}
