import type { Updateable } from 'kysely'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const accountOf = (q: Q, uid: string) =>
  q.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

/** The same, and locks it until the transaction ends, so that what is checked of it cannot change before the write. */
export const heldAccount = (q: Q, uid: string) =>
  q
    .updateTable('account')
    .set((eb) => ({ uid: eb.ref('uid') }))
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()

export const preferencesOf = ({ preferences_json }: { preferences_json: string | null }) =>
  JSON.parse(preferences_json ?? '{}') as Preferences

/** Raises the version like any edit: an administrator who edits the account at the same time gets 1006. */
export const changeSelf = (q: Q, uid: string, change: Updateable<Tables['account']>) =>
  q
    .updateTable('account')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('uid', '=', uid)
    .execute()

/** Marks a time step as used; false where it, or a later one, was used before: each code is valid once. */
export async function takeStep(q: Q, uid: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('account')
    .set({ otp_last_step: step })
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('otp_last_step', 'is', null), eb('otp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function takeRecoveryCode(q: Q, uid: string, code_hash: string, used_at: number) {
  const { numUpdatedRows } = await q
    .updateTable('recovery_code')
    .set({ used_at })
    .where('uid', '=', uid)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setRecoveryCodes(q: Q, uid: string, hashes: readonly string[]) {
  await q.deleteFrom('recovery_code').where('uid', '=', uid).execute()
  if (hashes.length === 0) return
  await q
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ uid, code_hash, used_at: null })))
    .execute()
}

export async function recoveryLeft(q: Q, uid: string): Promise<number> {
  const { left } = await q
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('uid', '=', uid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** The open logins of an account, the last seen first. */
export const devicesOf = (q: Q, uid: string, since: { created_at: number; last_seen_at: number }) =>
  q
    .selectFrom('session')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'is_new'])
    .where('uid', '=', uid)
    .where('ended', 'is', null)
    .where('created_at', '>', since.created_at)
    .where('last_seen_at', '>', since.last_seen_at)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export type DeviceFacts = Pick<Tables['session'], 'id' | 'user_agent' | 'ip'>

/** Answers the device, unless it is none of the account's. */
export const endDevice = (q: Q, uid: string, id: string, ended_at: number) =>
  q
    .updateTable('session')
    .set({ ended: 'revoked', ended_at })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('ended', 'is', null)
    .returning(['id', 'user_agent', 'ip'])
    .executeTakeFirst()

export const knowDevice = (q: Q, uid: string, id: string) =>
  q
    .updateTable('session')
    .set({ is_new: 0 })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .returning(['id', 'user_agent', 'ip'])
    .executeTakeFirst()
