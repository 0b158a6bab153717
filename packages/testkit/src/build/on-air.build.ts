import type { Insertable } from 'kysely'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import { buildLiveAccount, type LiveAccount } from './live-account.build.ts'
import { buildOrg } from './org.build.ts'
import { buildPc } from './pc.build.ts'
import { buildRoom, type Room } from './room.build.ts'

export type Run = Insertable<Tables['run']>

export interface OnAir {
  account: LiveAccount
  pc: Awaited<ReturnType<typeof buildPc>>
  room: Room
  run: Run
}

interface Overrides {
  org_id?: string
  account?: Parameters<typeof buildLiveAccount>[1]
  room?: Partial<Room>
  run?: Partial<Run>
}

/** A room on air with all it is bound to: organisation, account, PC, and a run that began this moment. */
export async function buildOnAir(
  platform: Platform<Tables>,
  { org_id = 'default', account: accountIs, room: roomIs, run: runIs }: Overrides = {},
): Promise<OnAir> {
  const { db, ids, clock } = platform
  const now = clock.now()
  const org = await db.query.selectFrom('org').where('id', '=', org_id).select('id').execute()
  if (org.length === 0) await buildOrg(platform, { id: org_id })
  const account = await buildLiveAccount(platform, { org_id, ...accountIs })
  const pc = await buildPc(platform, { org_id })
  const run_id = ids.next(now)
  const room = await buildRoom(platform, {
    org_id,
    account_id: account.account_id,
    pc_id: pc.id,
    state: 'living',
    desired_run: 1,
    run_id,
    ...roomIs,
  })
  const run = await buildRun(platform, room, { run_id, ...runIs })
  return { account, pc, room, run }
}

/** A run of the room; one that ended needs its `ended_at`. */
export async function buildRun(
  { db, ids, clock }: Platform<Tables>,
  room: Room,
  overrides: Partial<Run> = {},
): Promise<Run> {
  const started_at = overrides.started_at ?? clock.now()
  const run: Run = {
    run_id: ids.next(started_at),
    room_id: room.id,
    room_code: room.room_code,
    room_name: room.name,
    account_id: room.account_id,
    org_id: room.org_id,
    pc_id: room.pc_id,
    mode: room.mode,
    day: dayOf(started_at),
    started_at,
    living_at: started_at,
    ended_at: null,
    end_cause: null,
    stop_reason: null,
    started_by: null,
    is_demo: room.is_demo,
    ...overrides,
  }
  await db.query.insertInto('run').values(run).execute()
  return run
}
