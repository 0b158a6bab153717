import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import { connectAgent, heartbeatOf, obeyStart, type TestAgent } from '../agent.ts'
import type { Login, TestServer } from '../boot.ts'
import { buildLiveAccount } from './live-account.build.ts'
import { buildPc, type Pc } from './pc.build.ts'

export type Room = Tables['room']

/** An idle room without rules, on an account of its own unless one is named; it has no PC unless one is named. */
export async function buildRoom(
  platform: Platform<Tables>,
  overrides: Partial<Room> = {},
): Promise<Room> {
  const { db, ids, clock, search } = platform
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
    bundle_hash: null,
    game_id: null,
    words_hash: null,
    scene_hash: null,
    next_scene_hash: null,
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
    last_error_en: null,
    alarm: null,
    alarm_en: null,
    alarm_at: null,
    stage_renewed: null,
    muted: null,
    thumb_at: null,
    plans_off: null,
    unconfirmed_at: null,
    deleted_at: null,
    is_demo: 0,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    ...overrides,
  }
  await db.query.insertInto('room').values(room).execute()
  await search.keep(db.query, 'room', [id])
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
  return { room: of, pc: built, agent: await comeBack(platform, url, built) }
}

/** A PC that connects, for the first time or again, with nothing on air. */
export async function comeBack(
  platform: Platform<Tables>,
  url: string,
  { id: pc_id, private_key }: Studio['pc'],
): Promise<TestAgent> {
  const agent = await connectAgent(url, { pc_id, private_key, ts: platform.clock.now() })
  await agent.hello()
  return agent
}

/** Well below `OFFLINE_AFTER_MS`: the PC is never taken to be gone in between. */
const BEAT_MS = 30_000

/** Lets time pass while the PC goes on beating, and the server writes each beat down. */
export async function passTime(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  ms: number,
  { pc, agent }: Studio,
): Promise<void> {
  for (let left = ms; left > 0; left -= BEAT_MS) {
    clock.advance(Math.min(left, BEAT_MS))
    agent.send(heartbeatOf(clock.now()))
    await seenAt(clock.now())
  }

  async function seenAt(now: number) {
    for (;;) {
      const row = await db.query
        .selectFrom('pc')
        .select('last_seen_at')
        .where('id', '=', pc.id)
        .executeTakeFirst()
      if (row?.last_seen_at === now) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Starts the room as this person does, and answers with its open run once it is on air. */
export async function goOnAir(
  server: TestServer,
  url: string,
  as: Login,
): Promise<Studio & { run_id: string }> {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const started = server.call(roomApi.start, { room_code }, as)
  const run_id = await obeyStart(studio.agent, room_code)
  const { code, msg } = await started
  if (code !== 0) throw new Error(`the room did not start: ${msg}`)
  return { ...studio, run_id }
}
