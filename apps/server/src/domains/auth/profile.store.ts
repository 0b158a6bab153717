import type { Updateable } from 'kysely'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const accountOf = (q: Q, uid: string) =>
  q.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

/** The same, and holds it until the transaction ends: what is checked of it still holds when something is written. */
export const heldAccount = (q: Q, uid: string) =>
  q
    .updateTable('account')
    .set((eb) => ({ uid: eb.ref('uid') }))
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()

export const preferencesOf = ({ preferences_json }: { preferences_json: string | null }) =>
  JSON.parse(preferences_json ?? '{}') as Preferences

/** What a person changes of themselves is a change like any other: whoever edits them at the same time is told. */
export const changeSelf = (q: Q, uid: string, change: Updateable<Tables['account']>) =>
  q
    .updateTable('account')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('uid', '=', uid)
    .execute()

/** False for a code of a step that was taken before: each opens one door. */
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

/** The living logins of an account, the last seen first. */
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

export const endDevice = (q: Q, uid: string, id: string, ended_at: number) =>
  q
    .updateTable('session')
    .set({ ended: 'revoked', ended_at })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('ended', 'is', null)
    .executeTakeFirst()

export const knowDevice = (q: Q, uid: string, id: string) =>
  q
    .updateTable('session')
    .set({ is_new: 0 })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()
