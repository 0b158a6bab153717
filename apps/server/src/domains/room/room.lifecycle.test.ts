import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { AirAct } from '@kaibo/contract/room/room.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { ROOM_ACTS, roomCan, type RoomAct } from '@kaibo/contract/room/room.rules.ts'
import { ROOM_STATES, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildPack } from '@kaibo/testkit/build/pack.build.ts'
import { buildRoom, buildStudio, passTime } from '@kaibo/testkit/build/room.build.ts'
import { roomBooks, type RoomBooks } from '@kaibo/testkit/room-books.ts'
import { visitor, type Actor } from '#platform/auth/actor.ts'

let server: TestServer
let url: string
let operator: Login
let books: RoomBooks

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
  books = roomBooks(server.db)
})
afterAll(() => server.close())

const start = (room_code: string, as = operator) => server.call(roomApi.start, { room_code }, as)
const stop = (room_code: string, mode: 'now' | 'sentence' | 'emergency' = 'now', as = operator) =>
  server.call(roomApi.stop, { room_code, mode }, as)

test('a start runs what was bound when it began, though it was asked before an edit', async () => {
  const { room } = await buildStudio(server.platform, url)
  const { pc, agent } = await buildStudio(server.platform, url)
  const { account_id } = await buildLiveAccount(server.platform)
  const { room_code, name } = room
  const bound = { account_id, pc_id: pc.id }
  const { db } = server.platform
  const real = db.transaction.bind(db)
  // Between what the start has read and its first move.
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
    const edit = { room_code, version: 1, name, ...bound }
    expect((await server.call(roomApi.update, edit, operator)).code).toBe(0)
    return real(work)
  })
  const started = start(room_code)
  const run_id = await obeyStart(agent, room_code)
  expect((await started).code).toBe(0)
  expect(await books.run(run_id)).toMatchObject(bound)
  await stop(room_code)
})

test('a room goes on air and off again, each move with its cause', async () => {
  const { room, agent } = await buildStudio(server.platform, url)
  const { room_code } = room
  const started = start(room_code)
  const run_id = await obeyStart(agent, room_code)
  expect(await started).toMatchObject({
    code: 0,
    data: { run_id, room: { state: 'living', status: 2, run: { run_id, ended_at: null } } },
  })
  expect(await books.room(room.id)).toMatchObject({ desired_run: 1, run_id })
  expect(await books.run(run_id)).toMatchObject({ started_by: operator.uid, day: '2026-03-02' })

  expect(await stop(room_code)).toMatchObject({
    code: 0,
    data: { run_id, room: { state: 'stopping', status: 2 } },
  })
  const told = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
  expect(told.rooms).toMatchObject([{ room_code, run: false, run_id, stop_mode: 'now' }])
  agent.report({ room_code, run_id, worker: WorkerStatus.unliving })
  await expect.poll(() => books.state(room.id)).toBe('ended')
  expect(await books.run(run_id)).toMatchObject({
    end_cause: 'operator_stop',
    ended_at: server.clock.now(),
  })
  expect(await books.moves(room.id)).toEqual([
    'idle→preflight operator_start',
    'preflight→starting preflight_passed',
    'starting→living agent_living',
    'living→stopping operator_stop',
    'stopping→ended agent_stopped',
  ])
  agent.kill()
})

const air = (room_code: string, act: AirAct) =>
  server.call(roomApi.air, { room_code, act }, operator)

describe('every act in every state', () => {
  const call: Record<RoomAct, (room_code: string) => Promise<{ code: number; msg: string }>> = {
    start: (room_code) => start(room_code),
    stop: (room_code) => stop(room_code),
    emergency: (room_code) => stop(room_code, 'emergency'),
    pause: (room_code) => air(room_code, 'pause'),
    resume: (room_code) => air(room_code, 'resume'),
    takeover: (room_code) => air(room_code, 'takeover'),
    release: (room_code) => air(room_code, 'release'),
    mute: (room_code) => server.call(roomApi.air, { room_code, muted: true }, operator),
    dismiss: (room_code) => air(room_code, 'dismiss'),
    stopRule: (room_code) =>
      server.call(roomApi.stopRule, { room_code, stop: { mode: 1 } }, operator),
    say: (room_code) =>
      server.call(roomApi.say, { room_code, text: '大家好', key: crypto.randomUUID() }, operator),
    cutIn: (room_code) =>
      server.call(
        roomApi.cutInVideo,
        { room_code, asset_id: 'builtin:ding', key: crypto.randomUUID() },
        operator,
      ),
    reset: (room_code) => server.call(roomApi.reset, { room_code }, operator),
    update: async (room_code) => {
      const room = await server.call(roomApi.info, { room_code }, operator)
      const { account } = room.data
      const draft = { room_code, version: 1, name: '新', account_id: account.account_id }
      return server.call(roomApi.update, draft, operator)
    },
    savePart: (room_code) =>
      server.call(talkApi.bindTalk, { room_code, version: 0, list: [] }, operator),
    delete: async (room_code) =>
      server.call(roomApi.delete, { room_code }, await server.login('admin')),
  }
  const refused = ROOM_ACTS.flatMap((act) =>
    ROOM_STATES.flatMap((state) => {
      const can = roomCan(act, state)
      return can === true ? [] : [{ act, state, because: can.zh }]
    }),
  )
  test.each(refused)('$act is refused while $state: $because', async ({ act, state, because }) => {
    const room = await buildRoom(server.platform, { state })
    expect(await call[act](room.room_code)).toMatchObject({ code: 1006, msg: because })
    expect(await books.state(room.id)).toBe(state)
  })

  const allowed: [RoomAct, RoomState, RoomState][] = [
    ['stop', 'starting', 'stopping'],
    ['stop', 'living', 'stopping'],
    ['emergency', 'preflight', 'idle'],
    ['emergency', 'starting', 'stopping'],
    ['emergency', 'living', 'stopping'],
    ['emergency', 'stopping', 'stopping'],
    ['stop', 'paused', 'stopping'],
    ['emergency', 'takeover', 'stopping'],
    ['pause', 'living', 'paused'],
    ['pause', 'fallback', 'paused'],
    ['resume', 'paused', 'living'],
    ['takeover', 'paused', 'takeover'],
    ['takeover', 'fallback', 'takeover'],
    ['release', 'takeover', 'living'],
    ['mute', 'living', 'living'],
    ['savePart', 'takeover', 'takeover'],
    ['savePart', 'idle', 'idle'],
    ['savePart', 'living', 'living'],
    ['update', 'idle', 'idle'],
    ['update', 'ended', 'ended'],
    ['update', 'failed', 'failed'],
  ]
  test.each(allowed)('%s while %s leaves the room %s', async (act, before, after) => {
    const room = await buildRoom(server.platform, { state: before, stop_mode: 'sentence' })
    expect(await call[act](room.room_code)).toMatchObject({ code: 0 })
    expect(await books.state(room.id)).toBe(after)
    if (act === 'emergency' && after === 'stopping') {
      expect(await books.room(room.id)).toMatchObject({ stop_mode: 'now', desired_run: 0 })
    }
  })

  test.each(['idle', 'ended', 'failed'] as const)('a room that is %s can go', async (state) => {
    const room = await buildRoom(server.platform, { state })
    expect(await call.delete(room.room_code)).toMatchObject({ code: 0 })
    expect(await server.call(roomApi.info, { room_code: room.room_code }, operator)).toMatchObject({
      code: 1005,
    })
  })
})

/** Past the login, so that two that are called at once take each step side by side. */
const stepByStep = (room_code: string) => {
  const actor: Actor = {
    ...visitor,
    uid: operator.uid,
    username: 'operator',
    nickname: 'operator',
    actions: new Set(['room.play']),
    scope: { kind: 'all' },
  }
  return server.app.rooms.start(actor, { room_code }, 'zh')
}

const outcomes = (settled: PromiseSettledResult<unknown>[]) => [
  settled.filter((one) => one.status === 'fulfilled'),
  settled.filter((one) => one.status === 'rejected').map((one): unknown => one.reason),
]

describe('start', () => {
  test('pressed twice at once starts one run; the other is told what the room does', async () => {
    const { room, agent } = await buildStudio(server.platform, url)
    const both = Promise.allSettled([stepByStep(room.room_code), stepByStep(room.room_code)])
    await obeyStart(agent, room.room_code)
    const [won, lost] = outcomes(await both)
    expect(won).toHaveLength(1)
    expect(lost).toMatchObject([
      { code: 1006, message: expect.stringMatching(/^正在(检查|启动)，请稍候$/) },
    ])
    const runs = await server.db.query
      .selectFrom('run')
      .select('run_id')
      .where('room_id', '=', room.id)
      .execute()
    expect(runs).toHaveLength(1)
    agent.kill()
  })

  test('of two rooms of one PC at once puts one on air', async () => {
    const { room, pc, agent } = await buildStudio(server.platform, url)
    const twin = await buildRoom(server.platform, { pc_id: pc.id })
    const both = Promise.allSettled([stepByStep(room.room_code), stepByStep(twin.room_code)])
    const { rooms } = await agent.next('desired', (frame) => frame.rooms.some((one) => one.run))
    const running = rooms.find((one) => one.run)
    agent.report({
      room_code: running?.room_code ?? '',
      run_id: running?.run_id ?? null,
      worker: WorkerStatus.living,
    })
    const [won, lost] = outcomes(await both)
    expect(won).toHaveLength(1)
    expect(lost).toMatchObject([{ code: 1006, message: expect.stringMatching('PC未被占用') }])
    const states = [await books.state(room.id), await books.state(twin.id)]
    expect(states.sort()).toEqual(['idle', 'living'])
    agent.kill()
  })

  test('that the PC does not answer ends after 55 s with 1008', async () => {
    const studio = await buildStudio(server.platform, url)
    const { room, agent } = studio
    const started = start(room.room_code)
    await agent.next('desired', ({ rooms }) => rooms.some((one) => one.run))
    await passTime(server, 55_001, studio)
    expect(await started).toMatchObject({ code: 1008 })
    expect(await books.room(room.id)).toMatchObject({
      state: 'failed',
      desired_run: 0,
      last_error: '客户端55秒内未开播',
    })
    expect((await books.moves(room.id)).at(-1)).toBe('starting→failed start_timeout')
    const told = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
    expect(told.rooms).toMatchObject([{ run: false, run_id: null }])
    agent.kill()
  })

  test('whose checks break off leaves the room as it was', async () => {
    const bundle_hash = await buildPack(server.platform, '{')
    const room = await buildRoom(server.platform, { state: 'ended', bundle_hash })
    expect(await start(room.room_code)).toMatchObject({ code: 5000 })
    expect(await books.moves(room.id)).toEqual([
      'ended→preflight operator_start',
      'preflight→ended preflight_broken',
    ])
    expect(await books.state(room.id)).toBe('ended')
  })

  test('that the PC cannot do says why', async () => {
    const { room, agent } = await buildStudio(server.platform, url)
    const started = start(room.room_code)
    const { rooms } = await agent.next('desired', (frame) => frame.rooms.some((one) => one.run))
    const run_id = rooms[0]?.run_id ?? null
    const { room_code } = room
    agent.report({ room_code, run_id, worker: WorkerStatus.unliving, error: '身份码已过期' })
    expect(await started).toMatchObject({ code: 1006, msg: '开播失败：身份码已过期' })
    const info = await server.call(roomApi.info, { room_code }, operator)
    expect(info.data).toMatchObject({
      state: 'failed',
      attention: { reason: '身份码已过期', act: 'start' },
    })
    agent.kill()
  })

  test('that is stopped meanwhile says so', async () => {
    const { room, agent } = await buildStudio(server.platform, url)
    const started = start(room.room_code)
    await agent.next('desired', ({ rooms }) => rooms.some((one) => one.run))
    expect(await stop(room.room_code, 'emergency')).toMatchObject({ code: 0 })
    expect(await started).toMatchObject({ code: 1006, msg: '开播已取消' })
    agent.kill()
  })
})
