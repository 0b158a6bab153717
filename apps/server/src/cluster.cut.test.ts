import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AGENT_CLOSE, OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, heartbeatOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { throwawayDatabase, type ThrowawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { goOnAir, type Studio } from '@kaibo/testkit/build/room.build.ts'
import { proxyTo, type Proxy } from '@kaibo/testkit/proxy.ts'
import { Consoles } from '#domains/legacy/live.fixture.ts'

const redisUrl = process.env['TEST_REDIS_URL']
/** An operator notices nothing. */
const SOON = { timeout: 3_000 }

/** Two servers on one PostgreSQL and one Redis: the cable of one of them is cut, or slow. */
describe.runIf(process.env['KAIBO_TEST_DB'] === 'pg' && redisUrl)('one server alone', () => {
  let folder: string
  let database: ThrowawayDatabase
  let redis: Proxy
  let pg: Proxy
  let here: TestServer
  let there: TestServer
  let urls: { here: string; there: string }
  let operator: Login
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kaibo-cut-'))
    database = await throwawayDatabase()
    redis = await proxyTo(redisUrl ?? '')
    pg = await proxyTo(database.url ?? '')
    const { dataDir, url: databaseUrl } = database
    const bus = redisUrl === undefined ? {} : { redisUrl }
    here = await bootServer({ ...bus, config: { databaseUrl, dataDir } })
    there = await bootServer({ redisUrl: redis.url, config: { databaseUrl: pg.url, dataDir } })
    urls = { here: await here.listen(), there: await there.listen() }
    operator = await here.login('operator')
  })
  beforeEach(() => {
    redis.mend()
    pg.mend()
  })
  afterAll(async () => {
    await here.close()
    await there.close()
    await redis.close()
    await pg.close()
    await database.remove()
    rmSync(folder, { recursive: true })
  })

  /** A stop on the one reaches the PC of the other in time, and a console of either sees it once. */
  async function stopAcross(): Promise<void> {
    const studio: Studio = await goOnAir(there, urls.there, operator)
    const { room, agent } = studio
    const console = await new Consoles(there, urls.there).openAs(operator)
    console.subscribe(`room:${room.room_code}`)
    await expect.poll(() => console.frames.map(({ type }) => type), SOON).toContain('subscribed')
    const began = performance.now()
    const answer = await here.call(
      roomApi.stop,
      { room_code: room.room_code, mode: 'emergency' },
      operator,
    )
    expect(answer).toMatchObject({ code: 0, data: { confirmed: false } })
    await agent.next('desired', ({ rooms }) => rooms[0]?.run === false)
    expect(performance.now() - began).toBeLessThan(3_000)
    const stopping = () =>
      console.frames.filter(
        (frame) =>
          frame.type === 'event' &&
          frame.event === 'room.changed' &&
          (frame.data as { state: string }).state === 'stopping',
      ).length
    await expect.poll(stopping, SOON).toBeGreaterThan(0)
    agent.kill()
    console.socket.terminate()
  }

  test.each(['cut', 'silence'] as const)(
    'with the way to Redis in %s: a stop on another reaches its PC, a console of it sees that',
    async (how) => {
      redis[how]()
      await stopAcross()
    },
  )

  test('whose Redis answers late hears in time, and what comes late is not heard twice', async () => {
    await expect.poll(() => there.platform.instance.bus(), { timeout: 8_000 }).toBe('ok')
    redis.delay(4_000)
    await stopAcross()
    const console = await new Consoles(there, urls.there).openAs(operator)
    console.subscribe('rooms')
    await expect.poll(() => console.frames.map(({ type }) => type), SOON).toContain('subscribed')
    const said = { topic: 'rooms', org_id: 'default', event: 'room.removed', data: 'said once' }
    here.platform.live.publish(said)
    const events = () =>
      console.frames.filter((one) => 'data' in one && one.data === said.data).length
    await expect.poll(events, SOON).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    expect(events()).toBe(1)
    console.socket.terminate()
  })

  test(
    'cut off from PostgreSQL sends its PCs to those that are not, and takes them back afterwards',
    { timeout: 60_000 },
    async () => {
      const { room, pc, agent } = await goOnAir(there, urls.there, operator)
      const { id: pc_id, private_key } = pc
      const claim = () => ({ pc_id, private_key, ts: here.clock.now() })
      pg.cut()
      await expect
        .poll(() => agent.frames.some(({ type }) => type === 'goaway'), { timeout: 40_000 })
        .toBe(true)
      expect(await agent.closed).toBe(AGENT_CLOSE.goaway)
      await expect(connectAgent(urls.there, claim())).rejects.toMatchObject({ status: 503 })
      const moved = await connectAgent(urls.here, claim())
      await moved.hello()
      moved.send(heartbeatOf(here.clock.now()))
      await here.call(roomApi.stop, { room_code: room.room_code, mode: 'now' }, operator)
      await moved.next('desired', ({ rooms }) => rooms[0]?.run === false)

      pg.mend()
      const ready = async () => (await fetch(`${urls.there}/readyz`)).status
      await expect.poll(ready, { timeout: 8_000 }).toBe(200)
      await expect.poll(() => there.db.isAway, SOON).toBe(false)
      const back = await connectAgent(urls.there, claim())
      await back.hello()
      expect(await moved.closed).toBe(AGENT_CLOSE.replaced)
      back.kill()
    },
  )
  test('that has no PC of its own declares none of others offline after an outage', async () => {
    const road = await proxyTo(database.url ?? '')
    const config = { databaseUrl: road.url, dataDir: database.dataDir }
    const idle = await bootServer({ redisUrl: redis.url, config })
    // Well for so long that it may speak of others' PCs.
    idle.clock.advance(RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS)
    const pc = await buildPc(here.platform, { online: 1, last_seen_at: idle.clock.now() })
    road.cut()
    await expect.poll(() => idle.db.isAway, { timeout: 8_000 }).toBe(true)
    await sleep(5_000)
    // Nobody could be heard meanwhile.
    idle.clock.advance(OFFLINE_AFTER_MS + 1)
    road.mend()
    await expect.poll(() => idle.db.isAway, { timeout: 8_000 }).toBe(false)
    await sleep(3_000)
    expect(idle.app.link.swept).toBe(0)
    const row = here.db.query.selectFrom('pc').select('online').where('id', '=', pc.id)
    expect(await row.executeTakeFirst()).toEqual({ online: 1 })
    await idle.close()
    await road.close()
  })
})
