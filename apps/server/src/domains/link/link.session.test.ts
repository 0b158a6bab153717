import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENT_CLOSE, HEARTBEAT_MS } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { connectAgent, heartbeatOf, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, buildStudio } from '@kaibo/testkit/build/room.build.ts'

type Forwarded =
  Parameters<TestServer['app']['link']['forwardEvents']> extends [unknown, ...infer Rest]
    ? Rest
    : never

let server: TestServer
let url: string

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(() => server.close())

const forward = (...of: Forwarded) =>
  server.db.transaction((trx) => server.app.link.forwardEvents(trx, ...of))

async function connect(pc: Awaited<ReturnType<typeof buildPc>>) {
  const { id, private_key } = pc
  return connectAgent(url, { pc_id: id, private_key, ts: server.clock.now() })
}

const pcRow = (id: string) =>
  server.db.query.selectFrom('pc').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('hello', () => {
  test('is answered with the desired state, and stores the PC’s data', async () => {
    const pc = await buildPc(server.platform)
    const room = await buildRoom(server.platform, { pc_id: pc.id, name: '一号', actor: '小美' })
    const agent = await connect(pc)
    const welcome = await agent.hello({ version: '0.1.0', at: server.clock.now() - 700 })
    expect(welcome).toMatchObject({
      server_time: server.clock.now(),
      heartbeat_ms: HEARTBEAT_MS,
      spool_acked: 0,
      rooms: [
        {
          room_code: room.room_code,
          run: false,
          run_id: null,
          config: { room_name: '一号', actor: '小美', credentials: null },
        },
      ],
    })
    expect(await pcRow(pc.id)).toMatchObject({ online: 1, agent_version: '0.1.0', skew_ms: -700 })
    expect(server.app.link.online(pc.id)).toBe(true)
    agent.kill()
  })

  test('tells the PC the credentials of its rooms, but never the secret of the pushes', async () => {
    const pc = await buildPc(server.platform)
    const { seal } = server.platform
    const room = await buildRoom(server.platform, { pc_id: pc.id })
    await server.db.query
      .updateTable('live_account')
      .set({ credentials_sealed: seal.close('{"code":"身份码","push_secret":"never"}') })
      .where('account_id', '=', room.account_id)
      .execute()
    const agent = await connect(pc)
    const { rooms } = await agent.hello()
    expect(rooms[0]?.config.credentials).toEqual({ code: '身份码' })
    agent.kill()
  })

  test('must be the first frame, and sent once', async () => {
    const agent = await connect(await buildPc(server.platform))
    agent.send(heartbeatOf(server.clock.now()))
    expect((await agent.next('fault')).msg).toContain('hello')
    await agent.hello()
    // It is not welcomed.
    agent.hello().catch(() => {})
    expect((await agent.next('fault')).msg).toContain('只发一次')
    agent.kill()
  })

  test('that is missing ends the connection', async () => {
    const agent = await connect(await buildPc(server.platform))
    server.clock.advance(11_000)
    expect(await agent.closed).toBe(AGENT_CLOSE.badFrame)
  })
})

test('of two connections of one PC the newer stays, and the PC stays online', async () => {
  const pc = await buildPc(server.platform)
  const older = await connect(pc)
  await older.hello()
  const newer = await connect(pc)
  await newer.hello()
  expect(await older.closed).toBe(AGENT_CLOSE.replaced)
  server.app.link.pushDesired([pc.id])
  expect((await newer.next('desired')).rooms).toEqual([])
  expect(await pcRow(pc.id)).toMatchObject({ online: 1 })
  newer.kill()
})

describe('a frame that cannot be read', () => {
  test.each([
    ['no JSON', 'nonsense', '消息不是有效的JSON'],
    ['an unknown type', '{"type":"dance"}', '消息不合规：type'],
    ['a wrong type', '{"type":"report","at":"now","rooms":[]}', '消息不合规：at'],
    ['a missing field', '{"type":"batch","first_seq":1,"items":[]}', '消息不合规：spool_id'],
    ['bytes', Buffer.from('{}'), '消息须为文本'],
  ])('%s is named, and the connection stays', async (_, data, msg) => {
    const agent = await connect(await buildPc(server.platform))
    await agent.hello()
    agent.sendRaw(data)
    expect((await agent.next('fault')).msg).toBe(msg)
    agent.send({ type: 'batch', spool_id: 'still-here', first_seq: 1, items: [] })
    expect(await agent.next('ack')).toMatchObject({ spool_id: 'still-here' })
    agent.kill()
  })

  test('repeatedly ends the connection', async () => {
    const agent = await connect(await buildPc(server.platform))
    await agent.hello()
    for (let i = 0; i < 5; i++) agent.sendRaw('nonsense')
    expect(await agent.closed).toBe(AGENT_CLOSE.badFrame)
  })

  test('unknown fields are ignored, as a newer agent may send more', async () => {
    const { agent, room } = await buildStudio(server.platform, url)
    const rooms = [{ ...reportOf(room), mood: 'fine' }]
    agent.sendRaw(JSON.stringify({ ...heartbeatOf(server.clock.now(), { rooms }), mood: 'fine' }))
    agent.send({ type: 'batch', spool_id: 'next', first_seq: 1, items: [] })
    await agent.next('ack')
    expect(agent.frames.filter((frame) => frame.type === 'fault')).toEqual([])
    agent.kill()
  })
})

const reported = async (room_code: string) => {
  const row = await server.db.query
    .selectFrom('room')
    .select('reported_json')
    .where('room_code', '=', room_code)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.reported_json ?? 'null') as unknown
}

describe('reports', () => {
  test('a report that cannot be read does not affect the others', async () => {
    const { agent, room } = await buildStudio(server.platform, url)
    const good = reportOf({ room_code: room.room_code, worker: WorkerStatus.ready })
    agent.send({ type: 'report', at: server.clock.now(), rooms: [{ room_code: 7 }, good] })
    expect((await agent.next('fault')).msg).toContain('第1个房间的报告不合规：room_code')
    await expect.poll(() => reported(room.room_code)).toEqual(good)
    agent.kill()
  })

  test("a report of another PC's room is refused by name and changes nothing", async () => {
    const { agent: victim, room } = await buildStudio(server.platform, url)
    const { agent: liar } = await buildStudio(server.platform, url)
    liar.report({ room_code: room.room_code, run_id: 'stolen', worker: WorkerStatus.living })
    expect((await liar.next('fault')).msg).toBe(`直播间${room.room_code}不属于这台PC`)
    liar.report({ room_code: 'NRTHERE2', worker: WorkerStatus.living })
    expect((await liar.next('fault')).msg).toBe('直播间NRTHERE2不属于这台PC')
    expect(await reported(room.room_code)).toBeNull()
    victim.kill()
    liar.kill()
  })
})

test('a PC that does not read what it is sent is disconnected', async () => {
  const { agent, pc, room } = await buildStudio(server.platform, url)
  agent.pause()
  const event = {
    source: 'test',
    event_id: 'e',
    room_code: room.room_code,
    kind: 'danmu' as const,
    at: 1,
    user: { open_id: 'u', nickname: '长'.repeat(100) },
    text: '长'.repeat(1_000),
    is_test: false,
    is_ai: false,
  }
  const many = Array.from({ length: 10_000 }, () => event)
  const sockets = () => server.app.http.websocketServer.clients.size
  const before = sockets()
  await forward({ pc_id: pc.id, room_code: room.room_code }, many)
  await expect.poll(sockets).toBeLessThan(before)
  agent.kill()
})

test('pushed events reach the PC without the message of the platform', async () => {
  const { agent, pc, room } = await buildStudio(server.platform, url)
  const event = {
    source: 'douyin',
    event_id: 'e1',
    room_code: room.room_code,
    kind: 'danmu' as const,
    at: 1,
    user: { open_id: 'u', nickname: '观众' },
    text: '你好',
    is_test: false,
    is_ai: false,
    raw: { secret: 'evidence' },
  }
  await forward({ pc_id: pc.id, room_code: room.room_code }, [event])
  const { raw: _, ...seen } = event
  expect(await agent.next('events')).toEqual({
    type: 'events',
    room_code: room.room_code,
    events: [seen],
  })
  agent.kill()
})

test('before it ends, the server asks every PC to reconnect after a random delay', async () => {
  const { agent } = await buildStudio(server.platform, url)
  server.app.link.goaway()
  expect((await agent.next('goaway')).window_ms).toBeGreaterThanOrEqual(2_000)
  expect(await agent.closed).toBe(AGENT_CLOSE.goaway)
})

test('a stopping server tells every connected PC', async () => {
  const ending = await bootServer()
  const { agent } = await buildStudio(ending.platform, await ending.listen())
  await ending.close()
  expect((await agent.next('goaway')).window_ms).toBeGreaterThanOrEqual(2_000)
  expect(await agent.closed).toBe(AGENT_CLOSE.goaway)
})
