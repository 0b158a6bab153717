import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import { connectAgent, type TestAgent } from '../agent.ts'
import { buildLiveAccount } from './live-account.build.ts'
import { buildPc, type Pc } from './pc.build.ts'

export type Room = Tables['room']

/** An idle room without rules, on an account of its own unless one is named; it has no PC unless one is named. */
export async function buildRoom(
  platform: Platform<Tables>,
  overrides: Partial<Room> = {},
): Promise<Room> {
  const { db, ids, clock } = platform
  const now = clock.now()
  const id = overrides.id ?? ids.next(now)
  const { org_id = 'default' } = overrides
  const { account_id } = overrides.account_id
    ? { account_id: overrides.account_id }
    : await buildLiveAccount(platform, { org_id })
  const room: Room = {
    id,
    room_code: ids.code(8),
    name: `直播间${id.slice(-6)}`,
    org_id,
    account_id,
    pc_id: null,
    actor: '',
    mode: 1,
    rules_json: '[]',
    state: 'idle',
    state_since: now,
    desired_run: 0,
    stop_mode: 'now',
    run_id: null,
    reported_json: null,
    reported_at: null,
    sentence: null,
    sentence_at: null,
    last_error: null,
    deleted_at: null,
    is_demo: 0,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    ...overrides,
  }
  await db.query.insertInto('room').values(room).execute()
  return room
}

export interface Studio {
  room: Room
  pc: Awaited<ReturnType<typeof buildPc>>
  agent: TestAgent
}

/** A room that may start: its PC is online, its agent has said hello to the server at `url`. */
export async function buildStudio(
  platform: Platform<Tables>,
  url: string,
  { room = {}, pc = {} }: { room?: Partial<Room>; pc?: Partial<Pc> } = {},
): Promise<Studio> {
  const built = await buildPc(platform, { org_id: room.org_id ?? 'default', ...pc })
  const of = await buildRoom(platform, { pc_id: built.id, ...room })
  const agent = await connectAgent(url, {
    pc_id: built.id,
    private_key: built.private_key,
    ts: platform.clock.now(),
  })
  await agent.hello()
  return { room: of, pc: built, agent }
}
