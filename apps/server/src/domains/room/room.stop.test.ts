import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { goOnAir, passTime } from '@kaibo/testkit/build/room.build.ts'
import { roomBooks, type RoomBooks } from '@kaibo/testkit/room-books.ts'

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

const stop = (room_code: string, mode: 'now' | 'sentence' | 'emergency' = 'now', as = operator) =>
  server.call(roomApi.stop, { room_code, mode }, as)

describe('stop', () => {
  test('after the sentence tells the PC so; an emergency then hurries it', async () => {
    const { room, agent } = await goOnAir(server, url, operator)
    expect((await stop(room.room_code, 'sentence')).data).toMatchObject({ confirmed: false })
    const soft = await agent.next('desired', ({ rooms }) => rooms.some((one) => !one.run))
    expect(soft.rooms[0]?.stop_mode).toBe('sentence')
    expect(await stop(room.room_code)).toMatchObject({ code: 1006, msg: '正在停播，请稍候' })
    expect(await stop(room.room_code, 'emergency')).toMatchObject({ code: 0 })
    const hard = await agent.next('desired', ({ rooms }) => rooms[0]?.stop_mode === 'now')
    expect(hard.rooms[0]?.run).toBe(false)
    expect((await books.moves(room.id)).slice(-2)).toEqual([
      'living→stopping operator_stop',
      'stopping→stopping emergency_stop',
    ])
    agent.kill()
  })

  test('in an emergency needs its own right', async () => {
    const { room, agent } = await goOnAir(server, url, operator)
    const other = await server.login('finance', { extra_actions: ['room.play'] })
    expect(await stop(room.room_code, 'emergency', other)).toMatchObject({
      code: 1003,
      data: { need: 'room.imme' },
    })
    expect(await books.state(room.id)).toBe('living')
    agent.kill()
  })

  test('with the PC away ends the room after 10 s, and the PC is told when it returns', async () => {
    const { room, pc, agent, run_id } = await goOnAir(server, url, operator)
    agent.kill()
    server.clock.advance(35_001)
    await expect.poll(() => server.app.link.online(pc.id), { timeout: 5_000 }).toBe(false)
    expect(await stop(room.room_code)).toMatchObject({ code: 0 })
    expect(await books.room(room.id)).toMatchObject({ state: 'stopping', desired_run: 0 })
    server.clock.advance(10_001)
    await expect.poll(() => books.state(room.id), { timeout: 5_000 }).toBe('ended')
    expect(await books.run(run_id)).toMatchObject({ end_cause: 'operator_stop' })
    expect((await books.moves(room.id)).at(-1)).toBe('stopping→ended stop_unreachable')
    const unconfirmed = async () => (await books.room(room.id)).unconfirmed_at !== null
    await expect.poll(unconfirmed).toBe(true)

    const { id: pc_id, private_key } = pc
    const again = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
    const { room_code } = room
    const { rooms } = await again.hello({
      rooms: [reportOf({ room_code, run_id, worker: WorkerStatus.living })],
    })
    expect(rooms).toMatchObject([{ room_code, run: false }])
    await again.next('desired', (frame) => frame.rooms[0]?.run === false)
    expect(await books.state(room.id)).toBe('ended')
    expect(await unconfirmed(), 'it says that it goes on').toBe(true)
    again.report({ room_code, run_id, worker: WorkerStatus.unliving })
    await expect.poll(unconfirmed).toBe(false)
    again.kill()
  })

  test('of which the PC says nothing is unconfirmed after a minute, and fails where it says that it goes on', async () => {
    const studio = await goOnAir(server, url, operator)
    const { room, agent, run_id } = studio
    await stop(room.room_code)
    agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.living })
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    await passTime(server, 60_001, studio)
    // Silence fails nothing.
    const shown = () => server.call(roomApi.info, { room_code: room.room_code }, operator)
    const unconfirmed = expect.stringMatching(/^PC未确认停播/)
    await expect
      .poll(async () => (await shown()).data, { timeout: 5_000 })
      .toMatchObject({
        state: 'stopping',
        confirmed: false,
        attention: { reason: unconfirmed, grave: true },
      })
    const list = { room_code: room.room_code, kind: 'log' } as const
    const { data: logs } = await server.call(roomApi.consoleLogs, list, operator)
    expect(logs.list).toMatchObject([{ tag: 'error', text: 'PC未确认停播' }])

    agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.living, queue: 1 })
    await expect.poll(() => books.state(room.id), { timeout: 5_000 }).toBe('failed')
    expect((await books.moves(room.id)).at(-1)).toBe('stopping→failed stop_timeout')
    agent.kill()
  })

  test('goes through while the rooms’ gifts and sentences are stored', async () => {
    for (let round = 0; round < 5; round++) {
      const airs = await Promise.all(Array.from({ length: 12 }, () => buildOnAir(server.platform)))
      const answers = airs.flatMap(({ pc, run, room: { room_code } }) => {
        const at = server.clock.now()
        const speech = { room_code, run_id: run.run_id, at, event_id: null, state: 'spoken' }
        const items = [
          { type: 'event', run_id: run.run_id, event: giftEvent(room_code, { at }) },
          { type: 'speech', ...speech, speech_id: 'thanks', text: '谢谢', priority: 1 },
        ]
        return [
          server.app.ingest.storeSpool(pc.id, 'spool', 1, items).then(({ up_to }) => up_to),
          stop(room_code).then(({ code }) => code),
        ]
      })
      expect(await Promise.all(answers)).toEqual(airs.flatMap(() => [2, 0]))
    }
  })

  test('may be given its reason later, within the scope', async () => {
    const { run_id, agent } = await goOnAir(server, url, operator)
    const reason = { run_id, reason: '主播声音异常' }
    const stranger = await server.login('guild', { org_id: 'elsewhere' })
    expect(await server.call(roomApi.stopReason, reason, stranger)).toMatchObject({ code: 1005 })
    expect(await server.call(roomApi.stopReason, reason, operator)).toMatchObject({ code: 0 })
    expect(await books.run(run_id)).toMatchObject({ stop_reason: '主播声音异常' })
    agent.kill()
  })
})

describe('the PC', () => {
  test('ending by itself ends the run, with the cause that the platform gave', async () => {
    const mute = await goOnAir(server, url, operator)
    const { room_code } = mute.room
    mute.agent.report({ room_code, run_id: mute.run_id, worker: WorkerStatus.unliving })
    await expect.poll(() => books.state(mute.room.id)).toBe('ended')
    expect(await books.run(mute.run_id)).toMatchObject({ end_cause: 'agent_stopped' })

    const ended = await goOnAir(server, url, operator)
    await server.db.query
      .insertInto('room_event')
      .values({
        org_id: 'default',
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
    await expect.poll(() => books.state(ended.room.id)).toBe('ended')
    expect(await books.run(ended.run_id)).toMatchObject({ end_cause: 'platform_end' })

    const attention = async (room_code: string) =>
      (await server.call(roomApi.info, { room_code }, operator)).data.attention
    expect(await attention(mute.room.room_code)).toBeNull()
    expect(await attention(ended.room.room_code)).toMatchObject({
      reason: '平台结束了直播，请确认是否重新开播',
      act: 'start',
    })
    const { counts } = (await server.call(roomApi.list, { attention: 1 }, operator)).data
    expect(counts.attention).toBeGreaterThan(0)
    await server.call(roomApi.stopReason, { run_id: ended.run_id, reason: '主播下播' }, operator)
    expect(await attention(ended.room.room_code)).toBeNull()
    for (const { agent } of [mute, ended]) agent.kill()
  })

  test('failing on air fails the room with its words', async () => {
    const { room, agent, run_id } = await goOnAir(server, url, operator)
    const { room_code } = room
    agent.report({ room_code, run_id, worker: WorkerStatus.unliving, error: '声卡被拔出' })
    await expect.poll(() => books.state(room.id)).toBe('failed')
    expect(await books.room(room.id)).toMatchObject({ last_error: '声卡被拔出', desired_run: 0 })
    agent.kill()
  })

  test('that runs an old run is told the desired state, and the room is not touched', async () => {
    const { room, agent } = await goOnAir(server, url, operator)
    agent.report({ room_code: room.room_code, run_id: 'older', worker: WorkerStatus.living })
    const { rooms } = await agent.next('desired', (frame) => frame.rooms[0]?.run === true)
    expect(rooms[0]?.run_id).toBe((await books.room(room.id)).run_id)
    expect(await books.state(room.id)).toBe('living')
    agent.kill()
  })
})

const reset = (room_code: string) => server.call(roomApi.reset, { room_code }, operator)

describe('reset', () => {
  test('is done by the PC and stands in the timeline', async () => {
    const { room, agent } = await goOnAir(server, url, operator)
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
    const { room, agent } = await goOnAir(server, url, operator)
    const answer = reset(room.room_code)
    const { id } = await agent.next('command')
    agent.send({ type: 'command_state', id, state: 'rejected', detail: '正在停播' })
    expect(await answer).toMatchObject({ code: 1006, msg: '客户端拒绝重置：正在停播' })
    agent.kill()
  })

  test('that nobody answers is 1008 and is not begun later', async () => {
    const { room, pc, agent } = await goOnAir(server, url, operator)
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
    const mine = await goOnAir(server, url, operator)
    const other = await goOnAir(server, url, operator)
    const answer = reset(mine.room.room_code)
    const { id } = await mine.agent.next('command')
    other.agent.send({ type: 'command_state', id, state: 'failed', detail: '假的' })
    mine.agent.send({ type: 'command_state', id, state: 'done', detail: null })
    expect(await answer).toMatchObject({ code: 0 })
    for (const { agent } of [mine, other]) agent.kill()
  })
})
