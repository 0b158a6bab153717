import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

const IDENTITY = ['id', 'name', 'org_id', 'enrolled_at'] as const

export function pcById(q: Q, scope: Scope, id: string) {
  return q
    .selectFrom('pc')
    .select(IDENTITY)
    .where('id', '=', id)
    .where(within(scope, 'org_id'))
    .executeTakeFirst()
}

export const pcByName = (q: Q, org_id: string, name: string) =>
  q
    .selectFrom('pc')
    .select(IDENTITY)
    .where('org_id', '=', org_id)
    .where('name', '=', name)
    .executeTakeFirst()

/** Does nothing if the organisation has a PC of this name. */
export const addPc = (
  q: Q,
  { at, by, ...pc }: { id: string; name: string; org_id: string; at: number; by: string },
) =>
  q
    .insertInto('pc')
    .values({
      ...pc,
      online: 0,
      is_demo: 0,
      created_at: at,
      updated_at: at,
      updated_by: by,
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Replaces a PC's codes by a new one; the caller holds the PC's row. Also deletes expired codes. */
export async function replaceCode(
  q: Q,
  code: Omit<Tables['pc_enrol_code'], 'used_at'>,
  now: number,
): Promise<void> {
  await q
    .deleteFrom('pc_enrol_code')
    .where((or) => or.or([or('pc_id', '=', code.pc_id), or('expires_at', '<=', now)]))
    .execute()
  await q.insertInto('pc_enrol_code').values(code).execute()
}

/** Consumes a code in one statement, so that of two concurrent uses one fails. Returns its PC. */
export async function claimCode(q: Q, code_hash: string, now: number): Promise<string | undefined> {
  const claimed = await q
    .updateTable('pc_enrol_code')
    .set({ used_at: now })
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('pc_id')
    .executeTakeFirst()
  return claimed?.pc_id
}

export const setKey = (
  q: Q,
  pc_id: string,
  { public_key, agent_version, at }: { public_key: string; agent_version: string; at: number },
) =>
  q
    .updateTable('pc')
    .set((pc) => ({
      public_key,
      agent_version,
      enrolled_at: at,
      updated_at: at,
      updated_by: pc_id,
      version: pc('version', '+', 1),
      key_no: pc('key_no', '+', 1),
    }))
    .where('id', '=', pc_id)
    .returning([...IDENTITY, 'key_no'])
    .executeTakeFirstOrThrow()

/** The PC that was enrolled with this code and key: a repeated call whose first answer was lost. */
export const enrolledBefore = (q: Q, code_hash: string, public_key: string, now: number) =>
  q
    .selectFrom('pc_enrol_code as code')
    .innerJoin('pc', 'pc.id', 'code.pc_id')
    .select(['pc.id', 'pc.name', 'pc.org_id', 'pc.enrolled_at'])
    .where('code.code_hash', '=', code_hash)
    .where('code.expires_at', '>', now)
    .where('pc.public_key', '=', public_key)
    .executeTakeFirst()

const PUBLIC_ADDRESS = 'public_address'

export async function publicAddress(q: Q): Promise<string | undefined> {
  const setting = q.selectFrom('setting').select('value').where('key', '=', PUBLIC_ADDRESS)
  return (await setting.executeTakeFirst())?.value
}

export const setPublicAddress = (q: Q, value: string) =>
  q
    .insertInto('setting')
    .values({ key: PUBLIC_ADDRESS, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
