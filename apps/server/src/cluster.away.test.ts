import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENT_CLOSE } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { LIVE_PATH } from '@kaibo/contract/live/channel.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, heartbeatOf, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { throwawayDatabase, type ThrowawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { proxyTo, type Proxy } from '@kaibo/testkit/proxy.ts'
import { pushDouyin } from '@kaibo/testkit/push.ts'
import { gift } from '#domains/ingest/push.fixture.ts'

const SECRET = 'douyin-secret'
const sqlNotBad = sql<boolean>`event_id <> 'bad'`

/** Of all that needs PostgreSQL nothing breaks while it is away, and nothing is lost. */
describe.runIf(process.env['KAIBO_TEST_DB'] === 'pg')('while PostgreSQL is away', () => {
  let database: ThrowawayDatabase
  let proxy: Proxy
  let server: TestServer
  let url: string
  let operator: Login
  let rooms = 0
  beforeAll(async () => {
    database = await throwawayDatabase()
    proxy = await proxyTo(database.url ?? '')
    const { dataDir } = database
    server = await bootServer({ config: { databaseUrl: proxy.url, dataDir } })
    url = await server.listen()
    operator = await server.login('operator')
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
    await database.remove()
  })

  async function onAir() {
    rooms += 1
    const platform_room_id = `away-${rooms}`
    const account = { platform: 'douyin', platform_room_id } as const
    const credentials = { push_secret: SECRET }
    const air = await buildOnAir(server.platform, { account: { ...account, credentials } })
    // The secrets by which pushes are checked meanwhile are read with the first of them.
    expect((await push(platform_room_id, [])).status).toBe(200)
    const { id: pc_id, private_key } = air.pc
    const agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
    await agent.hello()
    const isOpen = { yes: true }
    void agent.closed.then(() => (isOpen.yes = false))
    return { air, agent, room_id: platform_room_id, isOpen }
  }

  /** What becomes of a console that asks for the live channel. */
  async function channelOf(ticket: string) {
    const address = `${url.replace('http', 'ws')}${LIVE_PATH}?ticket=${encodeURIComponent(ticket)}`
    const socket = new WebSocket(address)
    const refused = once(socket, 'unexpected-response') as Promise<[unknown, IncomingMessage]>
    const answer = await Promise.race([once(socket, 'open'), refused])
    socket.on('error', () => {})
    socket.terminate()
    const response = answer[1]
    return response ? [response.statusCode, response.headers['retry-after']] : 'open'
  }

  const push = (room_id: string, payloads: unknown[], secret = SECRET) =>
    pushDouyin(url, { room_id, type: 'live_gift', secret, payloads })
  const get = (path: string) => fetch(`${url}${path}`)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(server.db.query)
  const gifts = async ({ run }: OnAir) => {
    const row = server.db.query.selectFrom('run').select(['gift_fen', 'gift_count'])
    return row.where('run_id', '=', run.run_id).executeTakeFirstOrThrow()
  }

  test.each(['cut', 'silence'] as const)(
    '%s: it goes on, and all arrives afterwards',
    async (how) => {
      const { air, agent, room_id, isOpen } = await onAir()
      const { room_code } = air.room
      const { run_id } = air.run
      const { data: ws } = await server.call(wsInfoApi.wsInfo, {}, operator)
      await sleep(300)
      proxy[how]()
      await expect.poll(async () => (await get('/readyz')).status, { timeout: 8_000 }).toBe(503)
      expect(await (await get('/readyz')).json()).toEqual({ ready: false, why: '数据库暂时不可用' })
      await expect.poll(() => server.db.isAway, { timeout: 8_000 }).toBe(true)

      // The PC: nothing is answered, and its connection stays.
      const items = [
        { type: 'event', run_id, event: giftEvent(room_code, { at: server.clock.now() }) },
      ]
      const batch = { type: 'batch', spool_id: 'spool', first_seq: 1, items } as const
      agent.send(batch)
      const muted = reportOf({ room_code, run_id, worker: WorkerStatus.living, queue: 7 })
      agent.send(heartbeatOf(server.clock.now(), { rooms: [muted] }))

      expect((await get('/healthz')).status).toBe(200)
      const metrics = await get('/metrics')
      expect([metrics.status, await metrics.text()]).toEqual([
        200,
        expect.stringMatching(/^kaibo_database_away 1$/m),
      ])
      const answer = await fetch(`${url}${roomApi.list.path}`, {
        headers: { authorization: `Bearer ${operator.token}` },
      })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ msg: expect.stringMatching(/^数据库暂时不可用/) })
      const claim = { pc_id: air.pc.id, private_key: air.pc.private_key, ts: server.clock.now() }
      await expect(connectAgent(url, claim)).rejects.toMatchObject({ status: 503 })

      // A console that comes meanwhile keeps its ticket.
      expect(await channelOf(ws.ticket)).toEqual([503, '5'])

      // Douyin: kept on the disk, by secrets that are known.
      expect((await push(room_id, [gift({ gift_value: 20, gift_num: 1 })])).status).toBe(200)
      expect((await push(room_id, [gift()], 'another')).status).toBe(401)
      expect((await push('unknown', [gift()])).status).toBe(503)
      expect(server.app.ingest.backlog).toBeGreaterThan(0)

      proxy.mend()
      await expect.poll(async () => (await get('/readyz')).status, { timeout: 8_000 }).toBe(200)
      await expect.poll(() => gifts(air), { timeout: 15_000 }).toMatchObject({ gift_fen: 20 })
      await expect.poll(() => server.app.ingest.backlog).toBe(0)
      const shown = async () => (await server.call(roomApi.info, { room_code }, operator)).data
      await expect.poll(shown, { timeout: 8_000 }).toMatchObject({ worker: WorkerStatus.living })
      expect(await channelOf(ws.ticket)).toBe('open')
      agent.send(batch)
      expect(await agent.next('ack')).toMatchObject({ up_to: 1, refused: [] })
      expect(await gifts(air)).toMatchObject({ gift_fen: 1_020 })
      expect(isOpen.yes).toBe(true)
      expect((await shown()).pc).toMatchObject({ presence: 'online' })
      agent.kill()
    },
  )

  test('an answer kept meanwhile that cannot be stored ends its connection, as it would have when it came', async () => {
    const { agent } = await onAir()
    const allIsRead = () => {
      agent.sendRaw('read behind it')
      return agent.next('fault')
    }
    await allIsRead()
    await rename('command', 'command_away')
    proxy.cut()
    await expect.poll(() => server.db.isAway, { timeout: 8_000 }).toBe(true)
    agent.send({ type: 'command_state', id: 'of-before', state: 'done', detail: null })
    await allIsRead()
    proxy.mend()
    expect(await agent.closed).toBe(1011)
    await expect.poll(() => server.db.isAway, { timeout: 8_000 }).toBe(false)
    await rename('command_away', 'command')
  })

  test('a server ends well meanwhile, too', async () => {
    const other = await bootServer({
      config: { databaseUrl: proxy.url, dataDir: database.dataDir },
    })
    const { id: pc_id, private_key } = await buildPc(other.platform)
    const claim = { pc_id, private_key, ts: other.clock.now() }
    const agent = await connectAgent(await other.listen(), claim)
    await agent.hello()
    proxy.cut()
    agent.send(heartbeatOf(other.clock.now()))
    await other.close()
    expect(await agent.closed).toBe(AGENT_CLOSE.goaway)
    proxy.mend()
    await expect.poll(() => server.db.isAway, { timeout: 8_000 }).toBe(false)
  })

  test('an item that cannot be stored is refused after the third time, and the rest goes on', async () => {
    const { air, agent } = await onAir()
    const { room_code } = air.room
    const event = (n: number) => giftEvent(room_code, { at: server.clock.now(), event_id: `e${n}` })
    const items = [1, 2, 3, 4].map((n) => ({
      type: 'event',
      run_id: air.run.run_id,
      event: event(n),
    }))
    const bad = { ...items[2], event: { ...event(3), event_id: 'bad' } }
    await server.db.query.schema
      .alterTable('gift_event')
      .addCheckConstraint('no_bad', sqlNotBad)
      .execute()
    const sent = [items[0], items[1], bad, items[3]] as unknown[]
    const store = () => server.app.ingest.storeSpool(air.pc.id, 'spool', 1, sent)
    await expect(store()).rejects.toThrow()
    await expect(store()).rejects.toThrow()
    expect(await store()).toMatchObject({ up_to: 4, refused: [{ index: 2, event_id: 'bad' }] })
    expect(await gifts(air)).toMatchObject({ gift_fen: 3_000 })
    const kept = server.db.query.selectFrom('refused_event').select(['code', 'fen'])
    expect(await kept.where('event_id', '=', 'bad').execute()).toMatchObject([
      { code: 'unstorable', fen: 1_000 },
    ])
    agent.kill()
  })
})
