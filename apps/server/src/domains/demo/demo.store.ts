import type { Insertable } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

/**
 * The demonstration's state: being written; written, but its rooms not started yet; left to the operator; removed, and
 * never to be loaded again.
 */
export type DemoState = 'loading' | 'loaded' | 'handed_over' | 'removed'

const KEY = 'demo'

export async function stateOf(q: Q): Promise<DemoState | undefined> {
  const row = await q
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row?.value as DemoState | undefined
}

export const setState = (q: Q, value: DemoState) =>
  q
    .insertInto('setting')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

export async function isEmpty(q: Q): Promise<boolean> {
  const rooms = await q.selectFrom('room').select('id').limit(1).execute()
  const accounts = await q.selectFrom('live_account').select('account_id').limit(1).execute()
  return rooms.length + accounts.length === 0
}

/** The account that the made-up phone is of. */
export async function firstAccount(q: Q): Promise<string> {
  const { account_id } = await q
    .selectFrom('live_account')
    .select('account_id')
    .where('is_demo', '=', 1)
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return account_id
}

export const demoPc = (q: Q) =>
  q.selectFrom('pc').select('id').where('is_demo', '=', 1).executeTakeFirst()

export const demoRoomCodes = async (q: Q): Promise<string[]> => {
  const rooms = await q
    .selectFrom('room')
    .select('room_code')
    .where('is_demo', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rooms.map((room) => room.room_code)
}

export const addOrg = (q: Q, org: Insertable<Tables['org']>) =>
  q.insertInto('org').values(org).execute()

export const addPc = (q: Q, pc: Insertable<Tables['pc']>) => q.insertInto('pc').values(pc).execute()

export const addAccount = (q: Q, account: Tables['live_account']) =>
  q.insertInto('live_account').values(account).execute()

export const addRun = (q: Q, run: Insertable<Tables['run']>) =>
  q.insertInto('run').values(run).execute()

/** Sets a room's state to that after its last evening. Written directly, as its history is made up and went through no state moves. */
export const endRoom = (
  q: Q,
  room_code: string,
  last: { run_id: string; ended_at: number; created_at: number },
) =>
  q
    .updateTable('room')
    .set({
      state: 'ended',
      state_since: last.ended_at,
      run_id: last.run_id,
      created_at: last.created_at,
    })
    .where('room_code', '=', room_code)
    .execute()
