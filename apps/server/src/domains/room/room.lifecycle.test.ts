import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { ROOM_ACTS, roomCan, type RoomAct } from '@kaibo/contract/room/room.rules.ts'
import { ROOM_STATES, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { connectAgent, heartbeatOf, obeyStart, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom, buildStudio, type Studio } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

const roomRow = (id: string) =>
  server.db.query.selectFrom('room').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const runRow = (run_id: string | null) =>
  server.db.query
    .selectFrom('run')
    .selectAll()
    .where('run_id', '=', run_id ?? '')
    .executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await roomRow(id)).state
const movesOf = async (id: string) => {
  const rows = await server.db.query
    .selectFrom('room_moment')
    .select('data_json')
    .where('room_id', '=', id)
    .where('kind', '=', 'state')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { from, to, cause } = JSON.parse(row.data_json ?? '') as Record<string, string>
    return `${from}→${to} ${cause}`
  })
}
const start = (room_code: string, as = operator) => server.call(roomApi.start, { room_code }, as)
const stop = (room_code: string, mode: 'now' | 'sentence' | 'emergency' = 'now', as = operator) =>
  server.call(roomApi.stop, { room_code, mode }, as)

/** Lets time pass while the PC goes on beating. */
async function pass(ms: number, { pc, agent }: Studio): Promise<void> {
  for (let left = ms; left > 0; left -= 30_000) {
    server.clock.advance(Math.min(left, 30_000))
    agent.send(heartbeatOf(server.clock.now()))
    const seen = server.db.query.selectFrom('pc').select('last_seen_at').where('id', '=', pc.id)
    await expect
      .poll(async () => (await seen.executeTakeFirst())?.last_seen_at, { timeout: 5_000 })
      .toBe(server.clock.now())
  }
}

async function onAir(): Promise<Studio & { run_id: string }> {
  const studio = await buildStudio(server.platform, url)
  const started = start(studio.room.room_code)
  const run_id = await obeyStart(studio.agent, studio.room.room_code)
  expect(await started).toMatchObject({ code: 0 })
  return { ...studio, run_id }
}

test('a room goes on air and off again, each move with its cause', async () => {
  const { room, agent } = await buildStudio(server.platform, url)
  const { room_code } = room
  const started = start(room_code)
  const run_id = await obeyStart(agent, room_code)
  expect(await started).toMatchObject({
    code: 0,
    data: { run_id, room: { state: 'living', status: 2, run: { run_id, ended_at: null } } },
  })
  expect(await roomRow(room.id)).toMatchObject({ desired_run: 1, run_id })
  expect(await runRow(run_id)).toMatchObject({ started_by: operator.uid, day: '2026-03-02' })

  expect(await stop(room_code)).toMatchObject({
    code: 0,
    data: { run_id, room: { state: 'stopping', status: 2 } },
  })
  const told = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
  expect(told.rooms).toMatchObject([{ room_code, run: false, run_id, stop_mode: 'now' }])
  agent.report({ room_code, run_id, worker: WorkerStatus.unliving })
  await expect.poll(() => stateOf(room.id)).toBe('ended')
  expect(await runRow(run_id)).toMatchObject({
    end_cause: 'operator_stop',
    ended_at: server.clock.now(),
  })
  expect(await movesOf(room.id)).toEqual([
    'idle→preflight operator_start',
    'preflight→starting preflight_passed',
    'starting→living agent_living',
    'living→stopping operator_stop',
    'stopping→ended agent_stopped',
  ])
  agent.kill()
})

describe('every act in every state', () => {
  const call: Record<RoomAct, (room_code: string) => Promise<{ code: number; msg: string }>> = {
    start: (room_code) => start(room_code),
    stop: (room_code) => stop(room_code),
    emergency: (room_code) => stop(room_code, 'emergency'),
    reset: (room_code) => server.call(roomApi.reset, { room_code }, operator),
    update: async (room_code) => {
      const room = await server.call(roomApi.info, { room_code }, operator)
      const { account } = room.data
      const draft = { room_code, version: 1, name: '新', account_id: account.account_id }
      return server.call(roomApi.update, draft, operator)
    },
    delete: async (room_code) =>
      server.call(roomApi.delete, { room_code }, await server.login('admin')),
  }
  const refused = ROOM_ACTS.flatMap((act) =>
    ROOM_STATES.flatMap((state) => {
      const can = roomCan(act, state)
      return can === true ? [] : [{ act, state, because: can }]
    }),
  )
  test.each(refused)('$act is refused while $state: $because', async ({ act, state, because }) => {
    const room = await buildRoom(server.platform, { state })
    expect(await call[act](room.room_code)).toMatchObject({ code: 1006, msg: because })
    expect(await stateOf(room.id)).toBe(state)
  })

  const allowed: [RoomAct, RoomState, RoomState][] = [
    ['stop', 'starting', 'stopping'],
    ['stop', 'living', 'stopping'],
    ['emergency', 'preflight', 'idle'],
    ['emergency', 'starting', 'stopping'],
    ['emergency', 'living', 'stopping'],
    ['emergency', 'stopping', 'stopping'],
    ['update', 'idle', 'idle'],
    ['update', 'ended', 'ended'],
    ['update', 'failed', 'failed'],
  ]
  test.each(allowed)('%s while %s leaves the room %s', async (act, before, after) => {
    const room = await buildRoom(server.platform, { state: before, stop_mode: 'sentence' })
    expect(await call[act](room.room_code)).toMatchObject({ code: 0 })
    expect(await stateOf(room.id)).toBe(after)
    if (act === 'emergency' && after === 'stopping') {
      expect(await roomRow(room.id)).toMatchObject({ stop_mode: 'now', desired_run: 0 })
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

describe('start', () => {
  test('pressed twice at once starts one run; the other is told what the room does', async () => {
    const { room, agent } = await buildStudio(server.platform, url)
    const other = await server.login('operator')
    const both = [start(room.room_code), start(room.room_code, other)]
    await obeyStart(agent, room.room_code)
    const answers = await Promise.all(both)
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1006])
    const lost = answers.find((answer) => answer.code !== 0)
    expect(['正在检查，请稍候', '正在启动，请稍候']).toContain(lost?.msg)
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
    const both = [start(room.room_code), start(twin.room_code)]
    const { rooms } = await agent.next('desired', (frame) => frame.rooms.some((one) => one.run))
    const running = rooms.find((one) => one.run)
    agent.report({
      room_code: running?.room_code ?? '',
      run_id: running?.run_id ?? null,
      worker: WorkerStatus.living,
    })
    const answers = await Promise.all(both)
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1006])
    expect(answers.find((answer) => answer.code !== 0)?.msg).toMatch(/PC未被占用/)
    const states = [await stateOf(room.id), await stateOf(twin.id)]
    expect(states.sort()).toEqual(['idle', 'living'])
    agent.kill()
  })

  test('that the PC does not answer ends after 55 s with 1008', async () => {
    const studio = await buildStudio(server.platform, url)
    const { room, agent } = studio
    const started = start(room.room_code)
    await agent.next('desired', ({ rooms }) => rooms.some((one) => one.run))
    await pass(55_001, studio)
    expect(await started).toMatchObject({ code: 1008 })
    expect(await roomRow(room.id)).toMatchObject({
      state: 'failed',
      desired_run: 0,
      last_error: '客户端55秒内未开播',
    })
    expect((await movesOf(room.id)).at(-1)).toBe('starting→failed start_timeout')
    const told = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
    expect(told.rooms).toMatchObject([{ run: false, run_id: null }])
    agent.kill()
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

describe('stop', () => {
  test('after the sentence tells the PC so; an emergency then hurries it', async () => {
    const { room, agent } = await onAir()
    await stop(room.room_code, 'sentence')
    const soft = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
    expect(soft.rooms[0]?.stop_mode).toBe('sentence')
    expect(await stop(room.room_code)).toMatchObject({ code: 1006, msg: '正在停播，请稍候' })
    expect(await stop(room.room_code, 'emergency')).toMatchObject({ code: 0 })
    const hard = await agent.next('desired', ({ rooms }) => rooms[0]?.stop_mode === 'now')
    expect(hard.rooms[0]?.run).toBe(false)
    agent.kill()
  })

  test('in an emergency needs its own right', async () => {
    const { room, agent } = await onAir()
    const other = await server.login('finance', { extra_actions: ['room.play'] })
    expect(await stop(room.room_code, 'emergency', other)).toMatchObject({
      code: 1003,
      data: { need: 'room.imme' },
    })
    expect(await stateOf(room.id)).toBe('living')
    agent.kill()
  })

  test('with the PC away ends the room after 10 s, and the PC is told when it returns', async () => {
    const { room, pc, agent, run_id } = await onAir()
    agent.kill()
    server.clock.advance(35_001)
    await expect.poll(() => server.app.link.online(pc.id), { timeout: 5_000 }).toBe(false)
    expect(await stop(room.room_code)).toMatchObject({ code: 0 })
    expect(await roomRow(room.id)).toMatchObject({ state: 'stopping', desired_run: 0 })
    server.clock.advance(10_001)
    await expect.poll(() => stateOf(room.id), { timeout: 5_000 }).toBe('ended')
    expect(await runRow(run_id)).toMatchObject({ end_cause: 'operator_stop' })
    expect((await movesOf(room.id)).at(-1)).toBe('stopping→ended stop_unreachable')

    const { id: pc_id, private_key } = pc
    const again = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
    const { room_code } = room
    const { rooms } = await again.hello({
      rooms: [reportOf({ room_code, run_id, worker: WorkerStatus.living })],
    })
    expect(rooms).toMatchObject([{ room_code, run: false }])
    await again.next('desired', (frame) => frame.rooms[0]?.run === false)
    expect(await stateOf(room.id)).toBe('ended')
    again.kill()
  })

  test('that the PC ignores fails after a minute and keeps telling it', async () => {
    const studio = await onAir()
    const { room, agent, run_id } = studio
    await stop(room.room_code)
    agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.living })
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    await pass(60_001, studio)
    await expect.poll(() => stateOf(room.id), { timeout: 5_000 }).toBe('failed')
    expect((await movesOf(room.id)).at(-1)).toBe('stopping→failed stop_timeout')
    agent.kill()
  })

  test('may be given its reason later, within the scope', async () => {
    const { run_id, agent } = await onAir()
    const reason = { run_id, reason: '主播声音异常' }
    const stranger = await server.login('guild', { org_id: 'elsewhere' })
    expect(await server.call(roomApi.stopReason, reason, stranger)).toMatchObject({ code: 1005 })
    expect(await server.call(roomApi.stopReason, reason, operator)).toMatchObject({ code: 0 })
    expect(await runRow(run_id)).toMatchObject({ stop_reason: '主播声音异常' })
    agent.kill()
  })
})

describe('the PC', () => {
  test('ending by itself ends the run, with the cause that the platform gave', async () => {
    const mute = await onAir()
    const { room_code } = mute.room
    mute.agent.report({ room_code, run_id: mute.run_id, worker: WorkerStatus.unliving })
    await expect.poll(() => stateOf(mute.room.id)).toBe('ended')
    expect(await runRow(mute.run_id)).toMatchObject({ end_cause: 'agent_stopped' })

    const ended = await onAir()
    await server.db.query
      .insertInto('room_event')
      .values({
        source: 'test',
        event_id: ended.run_id,
        kind: 'live_end',
        room_id: ended.room.id,
        run_id: ended.run_id,
        open_id: '',
        nickname: '',
        text: null,
        count: 1,
        is_ai: 0,
        is_test: 0,
        at: server.clock.now(),
        received_at: server.clock.now(),
      })
      .execute()
    ended.agent.report({
      room_code: ended.room.room_code,
      run_id: ended.run_id,
      worker: WorkerStatus.unliving,
    })
    await expect.poll(() => stateOf(ended.room.id)).toBe('ended')
    expect(await runRow(ended.run_id)).toMatchObject({ end_cause: 'platform_end' })
    for (const { agent } of [mute, ended]) agent.kill()
  })

  test('failing on air fails the room with its words', async () => {
    const { room, agent, run_id } = await onAir()
    const { room_code } = room
    agent.report({ room_code, run_id, worker: WorkerStatus.unliving, error: '声卡被拔出' })
    await expect.poll(() => stateOf(room.id)).toBe('failed')
    expect(await roomRow(room.id)).toMatchObject({ last_error: '声卡被拔出', desired_run: 0 })
    agent.kill()
  })

  test('that runs an old run is told the desired state, and the room is not touched', async () => {
    const { room, agent } = await onAir()
    agent.report({ room_code: room.room_code, run_id: 'older', worker: WorkerStatus.living })
    const { rooms } = await agent.next('desired', (frame) => frame.rooms[0]?.run === true)
    expect(rooms[0]?.run_id).toBe((await roomRow(room.id)).run_id)
    expect(await stateOf(room.id)).toBe('living')
    agent.kill()
  })
})

describe('reset', () => {
  const reset = (room_code: string) => server.call(roomApi.reset, { room_code }, operator)

  test('is done by the PC and stands in the timeline', async () => {
    const { room, agent } = await onAir()
    const answer = reset(room.room_code)
    const command = await agent.next('command')
    expect(command).toMatchObject({ name: 'room.reset', room_code: room.room_code })
    agent.send({ type: 'command_state', id: command.id, state: 'received', detail: null })
    agent.send({ type: 'command_state', id: command.id, state: 'done', detail: null })
    expect(await answer).toMatchObject({ code: 0, data: null })
    const { data } = await server.call(
      roomApi.consoleLogs,
      { room_code: room.room_code, kind: 'command' },
      operator,
    )
    expect(data.list).toMatchObject([{ tag: 'done', text: '重置完成（operator）' }])
    agent.kill()
  })

  test('that the PC refuses says why', async () => {
    const { room, agent } = await onAir()
    const answer = reset(room.room_code)
    const { id } = await agent.next('command')
    agent.send({ type: 'command_state', id, state: 'rejected', detail: '正在停播' })
    expect(await answer).toMatchObject({ code: 1006, msg: '客户端拒绝重置：正在停播' })
    agent.kill()
  })

  test('that nobody answers is 1008 and is not begun later', async () => {
    const { room, pc, agent } = await onAir()
    agent.kill()
    const answer = reset(room.room_code)
    await expect
      .poll(() =>
        server.db.query.selectFrom('command').selectAll().where('pc_id', '=', pc.id).execute(),
      )
      .toMatchObject([{ state: 'queued' }])
    server.clock.advance(15_001)
    expect(await answer).toMatchObject({ code: 1008 })
    const [row] = await server.db.query
      .selectFrom('command')
      .selectAll()
      .where('pc_id', '=', pc.id)
      .execute()
    expect(row?.state).toBe('expired')
  })

  test("cannot be answered by another PC's agent", async () => {
    const mine = await onAir()
    const other = await onAir()
    const answer = reset(mine.room.room_code)
    const { id } = await mine.agent.next('command')
    other.agent.send({ type: 'command_state', id, state: 'failed', detail: '假的' })
    mine.agent.send({ type: 'command_state', id, state: 'done', detail: null })
    expect(await answer).toMatchObject({ code: 0 })
    for (const { agent } of [mine, other]) agent.kill()
  })
})
