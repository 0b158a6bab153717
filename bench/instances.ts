// Three servers over one PostgreSQL and one Redis: what the night shift notices while each of them is taken away in turn.
// Also what asking once a second costs, and what three servers do against one.
// `TEST_DATABASE_URL=… TEST_REDIS_URL=… npm run bench -- instances [how many agents]`
import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_VERSION } from '@kaibo/agent/version.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, heartbeatOf, reportOf, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { startServer, type ServerProcess } from '@kaibo/testkit/process.ts'
import { proxyTo } from '@kaibo/testkit/proxy.ts'
import { pushDouyin } from '@kaibo/testkit/push.ts'
import { openDb } from '@kaibo/server/platform/db/open.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import { FakeAgent } from './agents/fake-agent.ts'
import { admitted, costOfAsking, listReads } from './instances/load.ts'

const SIZE = Number(process.argv[2] ?? 2_000)
const ON_AIR = 30
const SECRET = 'bench-secret'
const HEARTBEAT_MS = 10_000
const say = (line: string) => console.log(line)
const secondsOf = (ms: number) => (ms / 1000).toFixed(1)

process.env['KAIBO_TEST_DB'] = 'pg'
const database = await throwawayDatabase()
const pg = await proxyTo(database.url ?? '')
const redis = await proxyTo(process.env['TEST_REDIS_URL'] ?? '')
/** Builds the rows, and is gone before the others begin: they would hear of it that the database is there, and send their PCs to it. */
const seed: TestServer = await bootServer({
  clock: 'system',
  config: { databaseUrl: database.url, dataDir: database.dataDir },
})
const operator: Login = await seed.login('operator')

const idle: { id: string; private_key: OnAir['pc']['private_key'] }[] = []
for (let i = 0; i < SIZE - ON_AIR; i++) idle.push(await buildPc(seed.platform, { name: `PC ${i}` }))
const airs: OnAir[] = []
for (let i = 0; i < ON_AIR; i++) {
  const account = { platform: 'douyin', platform_room_id: `bench-${i}` } as const
  airs.push(
    await buildOnAir(seed.platform, {
      account: { ...account, credentials: { push_secret: SECRET } },
    }),
  )
}

await seed.close()
/** Its road to the database is never cut. */
const db = openDb<Tables>({ url: database.url, file: '' })

const env = {
  KAIBO_DATA_DIR: database.dataDir,
  DATABASE_URL: pg.url,
  REDIS_URL: redis.url,
  KAIBO_LOG_LEVEL: 'error',
}
const servers: ServerProcess[] = []
for (let i = 0; i < 3; i++) servers.push(await startServer(env))
const urlAt = (i: number) => servers[i % 3]?.url ?? ''

const cpuOf = async (url: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1])
}
const share = async (seconds: number) => {
  const before = await Promise.all(servers.map(({ url }) => cpuOf(url)))
  await sleep(seconds * 1000)
  const after = await Promise.all(servers.map(({ url }) => cpuOf(url)))
  return after.map((at, i) => (((at - (before[i] ?? 0)) / seconds) * 100).toFixed(1)).join(' / ')
}
say(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; ${SIZE} agents, ${ON_AIR} of them on air`,
)
say(`idle, no agents: ${await share(20)} % of a core each`)

const up = new Set<string>()
let closes = 0
const fakes = idle.map(({ id, private_key }, i) => {
  const hello = {
    type: 'hello',
    version: AGENT_VERSION,
    pc_name: id,
    boot_id: randomUUID(),
    capabilities: [],
    spool_id: randomUUID(),
    spool_seq: 0,
    facts: { os: 'bench', cpu: 'bench', mem_mb: 1, node: process.version },
    rooms: [],
  } as const
  let turn = i
  const fake: FakeAgent = new FakeAgent(new URL(`${urlAt(i)}/`), {
    pc_id: id,
    key: private_key,
    hello: () => ({ ...hello, capabilities: [], rooms: [], at: Date.now() }),
    heartbeat: () => heartbeatOf(Date.now()),
    up: () => void up.add(id),
    down() {
      closes += 1
      up.delete(id)
      // As behind a proxy: the next try comes to another server.
      turn += 1
      fake.goTo(new URL(`${urlAt(turn)}/`))
    },
  })
  return fake
})

interface Live {
  air: OnAir
  agent: TestAgent
  isOpen: boolean
  beat: NodeJS.Timeout
}
const lives: Live[] = []
for (const [i, air] of airs.entries()) {
  const { id: pc_id, private_key } = air.pc
  const connect = () => connectAgent(urlAt(i), { pc_id, private_key, ts: Date.now() })
  const agent = await connect().catch(async () => {
    await sleep(5_000)
    return connect()
  })
  await agent.hello()
  const report = () =>
    reportOf({
      room_code: air.room.room_code,
      run_id: air.run.run_id,
      worker: WorkerStatus.living,
    })
  const beat = setInterval(
    () => agent.send(heartbeatOf(Date.now(), { rooms: [report()] })),
    HEARTBEAT_MS,
  )
  const live: Live = { air, agent, isOpen: true, beat }
  const ended = async () => {
    await agent.closed
    live.isOpen = false
    clearInterval(beat)
  }
  void ended()
  agent.send(heartbeatOf(Date.now(), { rooms: [report()] }))
  lives.push(live)
}
for (const fake of fakes) fake.start()
await until(() => up.size === idle.length, 120)
say(`${up.size + lives.length} connected`)
await sleep(12_000)
say(`heartbeats every 10 s: ${await share(20)} % of a core each`)

const asking = await costOfAsking({ db, instance_id: 'bench' })
say(`asking once a second: ${asking.toFixed(2)} % of a core an instance`)
const accounts = airs.map(({ room, account }) => ({ room_code: room.room_code, ...account }))
for (const urls of [[urlAt(0)], servers.map(({ url }) => url)]) {
  const events = await admitted(urls, accounts)
  const reads = await listReads(urls, operator.token)
  say(
    `${urls.length} of 3 servers: ${events.toFixed(0)} events admitted a second, ${reads.toFixed(0)} lists read a second; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

/** PCs that the servers hold for offline, and rooms that failed. */
const offline = async () =>
  Number(
    (
      await db.query
        .selectFrom('pc')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('online', '=', 0)
        .executeTakeFirstOrThrow()
    ).n,
  )
const failed = async () =>
  (await db.query.selectFrom('room').select('id').where('state', '=', 'failed').execute()).length
const said = async () =>
  (
    await db.query
      .selectFrom('room_moment')
      .select('id')
      .where('text', '=', 'PC客户端离线')
      .execute()
  ).length

// Redis away
redis.cut()
const began = performance.now()
const took: number[] = []
for (const [i, live] of lives.slice(0, 15).entries()) {
  const { room_code } = live.air.room
  const at = performance.now()
  const answer = await fetch(`${urlAt(i + 1)}${roomApi.stop.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator.token}` },
    body: JSON.stringify({ room_code, mode: 'now' }),
  })
  const { code } = (await answer.json()) as { code: number }
  if (code !== 0) say(`a stop answered ${code}`)
  await live.agent.next('desired', ({ rooms }) => rooms.some((room) => !room.run))
  took.push(performance.now() - at)
  live.agent.report({ room_code, run_id: live.air.run.run_id, worker: WorkerStatus.unliving })
  await sleep(Math.max(0, ((i + 1) * 80_000) / 15 - (performance.now() - began)))
}
took.sort((a, b) => a - b)
say(
  `Redis away ${secondsOf(performance.now() - began)} s: stop → PC p50 ${secondsOf(took[7] ?? 0)} s, p95 ${secondsOf(took[14] ?? 0)} s; ${await failed()} failed`,
)
redis.mend()
await sleep(5_000)

// PostgreSQL away
const closesBefore = closes
const opens = lives.filter(({ isOpen }) => isOpen).length
pg.cut()
const statuses: number[] = []
const until30 = performance.now() + 30_000
for (let n = 0; performance.now() < until30; n++) {
  const payload = {
    msg_id: `bench-${n}`,
    sec_openid: 'viewer',
    nickname: 'v',
    avatar_url: 'https://example.com/a.png',
    timestamp: Date.now(),
    sec_gift_id: 'g',
    gift_num: 1,
    gift_value: 100,
    test: false,
  }
  const room_id = `bench-${15 + (n % 15)}`
  const answer = await pushDouyin(urlAt(n), {
    room_id,
    type: 'live_gift',
    secret: SECRET,
    payloads: [payload],
  })
  statuses.push(answer.status)
  await sleep(100)
}
pg.mend()
const back = performance.now()
const counted = async () =>
  Number(
    (
      await db.query
        .selectFrom('gift_event')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
while ((await counted()) < statuses.length && performance.now() - back < 60_000) await sleep(200)
say(
  `PostgreSQL away 30 s: ${closes - closesBefore + opens - lives.filter(({ isOpen }) => isOpen).length} sockets closed; ` +
    `${statuses.filter((status) => status === 200).length} of ${statuses.length} pushes of Douyin answered 200, ` +
    `${await counted()} stored ${secondsOf(performance.now() - back)} s after it was back; said offline ${await said()}, offline ${await offline()}`,
)
await sleep(45_000)
say(
  `45 s later: said offline ${await said()}, offline ${await offline()}, failed ${await failed()}`,
)

// A clock that is 40 s ahead: the server is never ready, and is ended when it was waited for in vain
const skew = `data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+40000')}`
const wrong = await startServer({
  ...env,
  KAIBO_LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--import ${skew}`,
}).then(
  async (server) => {
    await server.dispose()
    return 'it became ready'
  },
  (error: unknown) => /本机时钟[^"\\]*/.exec(String(error))?.[0] ?? String(error).slice(0, 300),
)
say(
  `a clock 40 s ahead: ${wrong}; said offline ${await said()}, offline ${await offline()}, ${up.size} of ${idle.length} connected`,
)

// kill -9
const victim = servers[0]
const kept = up.size
const killedAt = performance.now()
await victim?.kill()
await sleep(200)
const lost = kept - up.size
await until(() => up.size >= kept, 60)
say(
  `kill -9: ${lost} lost, all back after ${secondsOf(performance.now() - killedAt)} s (${up.size} of ${kept}); said offline ${await said()}`,
)

for (const fake of fakes) fake.stop()
for (const { agent, beat } of lives) {
  clearInterval(beat)
  agent.kill()
}
for (const server of servers) await server.dispose()
await db.close()
await pg.close()
await redis.close()
await database.remove()
process.exit(0)

async function until(isMet: () => boolean, seconds: number): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000
  while (!isMet() && performance.now() < deadline) await sleep(20)
  return isMet()
}
