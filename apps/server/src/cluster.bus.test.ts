import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, goOnAir } from '@kaibo/testkit/build/room.build.ts'
import { Consoles } from '#domains/legacy/live.fixture.ts'

const NOBODY = 'redis://127.0.0.1:1'

/** Two servers on one PostgreSQL whose Redis is away: what is done on one reaches PCs and consoles of the other. */
describe.runIf(process.env['KAIBO_TEST_DB'] === 'pg')('with Redis away', () => {
  let folder: string
  let here: TestServer
  let there: TestServer
  let url: string
  let hereUrl: string
  let operator: Login
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kaibo-bus-'))
    const shared = { file: join(folder, 'kaibo.db'), redisUrl: NOBODY }
    here = await bootServer(shared)
    there = await bootServer(shared)
    url = await there.listen()
    hereUrl = await here.listen()
    operator = await here.login('operator')
  })
  afterAll(async () => {
    await here.close()
    await there.close()
    rmSync(folder, { recursive: true })
  })

  test('a start and a stop on one reach a PC of the other, and its word comes back', async () => {
    const { id: pc_id, private_key } = await buildPc(here.platform)
    const room = await buildRoom(here.platform, { pc_id })
    const { room_code } = room
    const agent = await connectAgent(url, { pc_id, private_key, ts: here.clock.now() })
    await agent.hello()
    const started = here.call(roomApi.start, { room_code }, operator)
    const run_id = await obeyStart(agent, room_code)
    expect(await started).toMatchObject({ code: 0, data: { run_id } })

    const stopped = await here.call(roomApi.stop, { room_code, mode: 'emergency' }, operator)
    expect(stopped).toMatchObject({ code: 0, data: { confirmed: false } })
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    agent.report({ room_code, run_id, worker: WorkerStatus.unliving })
    const shown = () => here.call(roomApi.info, { room_code }, operator)
    await expect
      .poll(async () => (await shown()).data, { timeout: 3_000 })
      .toMatchObject({ state: 'ended', confirmed: true })
    agent.kill()
  })

  test('a command and a question on one are answered by a PC of the other', async () => {
    const { room, agent } = await goOnAir(there, url, operator)
    const reset = here.call(roomApi.reset, { room_code: room.room_code }, operator)
    const { id } = await agent.next('command')
    agent.send({ type: 'command_state', id, state: 'done', detail: null })
    expect(await reset).toMatchObject({ code: 0 })

    const waiting = here.call(roomApi.queue, { room_code: room.room_code }, operator)
    const asked = await agent.next('ask_queue')
    agent.send({ type: 'queue', id: asked.id, list: [], done: true })
    expect(await waiting).toMatchObject({ code: 0 })
    agent.kill()
  })

  test('a console of one hears what is done on the other', async () => {
    const { room_code, id } = await buildRoom(here.platform)
    const console = await new Consoles(there, url).openAs(await there.login('operator'))
    console.subscribe(`room:${room_code}`)
    await expect.poll(() => console.frames.map((frame) => frame.type)).toContain('subscribed')
    here.app.rooms.feed.touch(id)
    await expect
      .poll(() => console.frames.some((frame) => frame.type === 'event'), { timeout: 3_000 })
      .toBe(true)
    console.socket.terminate()
  })

  test('wrong passwords on both count together', async () => {
    const wrong = { username: 'nobody-of-this-name', password: 'wrong-password' }
    const codes: number[] = []
    for (const server of [here, there, here, there, here, there, here, there])
      codes.push((await server.call(authApi.login, wrong)).code)
    expect(codes.filter((code) => code !== Code.tooMany)).toHaveLength(5)
  })

  test('an upgrade that was used on one is not good on the other', async () => {
    const { id: pc_id, private_key } = await buildPc(here.platform)
    const claim = { pc_id, private_key, ts: here.clock.now(), nonce: 'used-on-another-server' }
    const agent = await connectAgent(hereUrl, claim)
    const again = connectAgent(url, claim)
    await expect(again).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    agent.kill()
  })

  test('a connection to one ends that to the other, and what still comes by it does not count', async () => {
    const { room, pc, agent, run_id } = await goOnAir(here, hereUrl, operator)
    const { id: pc_id, private_key } = pc
    const newer = await connectAgent(url, { pc_id, private_key, ts: here.clock.now() })
    await newer.hello()
    agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.unliving })
    await agent.closed
    // Each counts its own.
    const counted = async () => {
      const texts = await Promise.all([here, there].map(({ app }) => app.metrics.text()))
      return texts.map((text) => /^kaibo_agents_online (\d+)$/m.exec(text)?.[1])
    }
    await expect.poll(counted).toEqual(['0', '1'])
    expect(
      (await here.call(roomApi.info, { room_code: room.room_code }, operator)).data.state,
    ).toBe('living')
    newer.kill()
  })
})
