import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAYS_OBEYED } from '@kaibo/contract/agent/frames.ts'
import { StopLive, WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, heartbeatOf, obeyStart, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { Consoles } from '#domains/legacy/live.fixture.ts'

let server: TestServer
let url: string
let operator: Login
let room: Room
let agent: TestAgent
let connect: () => Promise<TestAgent>
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
  const { id: pc_id, private_key } = await buildPc(server.platform)
  room = await buildRoom(server.platform, { pc_id })
  connect = () => connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  agent = await connect()
  const { seq } = await agent.hello({ capabilities: ['source:simulator', SAYS_OBEYED] })
  obeyed(seq)
  const started = server.call(roomApi.start, { room_code: room.room_code }, operator)
  await obeyStart(agent, room.room_code)
  await started
  obeyed(told())
})
afterAll(() => server.close())

const obeyed = (seq: number | undefined) =>
  agent.send({ type: 'report', at: 0, rooms: [], ...(seq !== undefined && { obeyed: seq }) })
const info = async () =>
  (await server.call(roomApi.info, { room_code: room.room_code }, operator)).data
const confirmed = async () => (await info()).confirmed
/** The number of the last order that the PC was told. */
const told = () => agent.frames.findLast((frame) => frame.type === 'desired')?.seq

const changes = {
  暂停: async () =>
    (await server.call(roomApi.air, { room_code: room.room_code, act: 'pause' }, operator)).data,
  静音: async () =>
    (await server.call(roomApi.air, { room_code: room.room_code, muted: true }, operator)).data,
  停播条件: async () => {
    const stop = { mode: StopLive.check_setime, at: '23:00', step_min: 5, cap_min: 30, gift_s: 60 }
    const { room_code } = room
    return (await server.call(roomApi.stopRule, { room_code, stop }, operator)).data
  },
  账号: async () => {
    const { account_id } = (await info()).account
    const { data } = await server.call(liveAccountApi.list, {}, operator)
    const { version = 0 } = data.list.find((one) => one.account_id === account_id) ?? {}
    const renamed = { account_id, version, nickname: '改名的账号' }
    expect(await server.call(liveAccountApi.update, renamed, operator)).toMatchObject({ code: 0 })
    return info()
  },
}

test.each(Object.entries(changes))(
  '%s: unconfirmed until its PC says that it does so, and consoles hear of it',
  async (_, change) => {
    await expect.poll(confirmed).toBe(true)
    const console = await new Consoles(server, url).openAs(operator)
    console.subscribe(`room:${room.room_code}`)
    await expect.poll(() => console.frames.map(({ type }) => type)).toContain('subscribed')
    expect(await change()).toMatchObject({ confirmed: false })
    const { list } = (await server.call(roomApi.wall, {}, operator)).data
    expect(list).toMatchObject([{ confirmed: false }])
    const { seq } = await agent.next('desired')
    // What it says of an older order is not about this one.
    obeyed((seq ?? 0) - 1)
    agent.report({
      room_code: room.room_code,
      run_id: (await info()).run?.run_id ?? '',
      worker: WorkerStatus.living,
      queue: seq ?? 0,
    })
    expect(await confirmed()).toBe(false)
    agent.send({ ...heartbeatOf(server.clock.now()), obeyed: seq ?? 0 })
    await expect.poll(confirmed).toBe(true)
    const shown = () =>
      console.frames.some(
        (frame) =>
          frame.type === 'event' &&
          frame.event === 'room.changed' &&
          (frame.data as { confirmed: boolean }).confirmed,
      )
    await expect.poll(shown).toBe(true)
    console.socket.terminate()
  },
)

test('while its PC is away it stays unconfirmed, and what an older client cannot say is not asked of it', async () => {
  agent.kill()
  await changes.静音()
  await server.call(roomApi.air, { room_code: room.room_code, muted: false }, operator)
  expect(await confirmed()).toBe(false)
  agent = await connect()
  await agent.hello()
  agent.report({
    room_code: room.room_code,
    run_id: (await info()).run?.run_id ?? '',
    worker: WorkerStatus.living,
  })
  await expect.poll(confirmed).toBe(true)
})
