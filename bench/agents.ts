// PC clients on one server, each with a room: what their heartbeats cost it when nothing happens, and how long all of them
// need to come back after kill -9. `npm run bench -- agents [how many, …] [seconds watched]`
import { randomUUID, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_VERSION } from '@kaibo/agent/version.ts'
import type { Metrics, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildPack } from '@kaibo/testkit/build/pack.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { startServer, type ServerProcess } from '@kaibo/testkit/process.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'
import { FakeAgent } from './agents/fake-agent.ts'

/** How many, and within how many seconds all of them should be back. */
const AIMS: Readonly<Record<number, number>> = { 2_000: 10, 10_000: 60 }
const LONGEST_AIM_S = 60
const sizes = (process.argv[2] ?? '2000,10000').split(',').map(Number)
const WATCHED_S = Number(process.argv[3] ?? 60)
/** Heartbeats come every 10 s: by then each PC has said all it has to say. */
const SETTLE_S = 12
const GIVE_UP_S = 240
const MB = 1_048_576

interface Pc {
  id: string
  private_key: KeyObject
  room_code: string
}

const FACTS = { os: 'Windows 11', cpu: 'i5', mem_mb: 16_000, node: process.version }

async function measure(size: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
  const pcs = await enrolled(size, dataDir)
  const server = await startServer({ KAIBO_DATA_DIR: dataDir, KAIBO_LOG_LEVEL: 'error' })
  const idle = await sample(server)
  const up = new Set<string>()
  const agents = pcs.map((pc) => agentOf(pc, server, up))
  const all = () => up.size === size
  try {
    const began = performance.now()
    for (const agent of agents) agent.start()
    await until(all)
    const took = secondsOf(performance.now() - began)
    console.log(`${size} agents, all at once: ${took} s until ${up.size} were welcomed`)
    await sleep(SETTLE_S * 1000)
    await watch(server, { size, up, idle })
    await restart(server, { size, up })
    await watch(server, { size, up, idle })
  } finally {
    for (const agent of agents) agent.stop()
    await server.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Written straight into the database: thousands of people with one-time codes are not what is measured. */
async function enrolled(size: number, dataDir: string): Promise<Pc[]> {
  const seed = await bootServer({ file: join(dataDir, 'kaibo.db'), clock: 'system' })
  const { db } = seed.platform
  const pcs = await db.transaction(async (trx) => {
    const platform = { ...seed.platform, db: { ...db, query: trx } }
    const bundle_hash = await buildPack(platform, [defaultRuleSet()])
    const built: Pc[] = []
    for (let i = 0; i < size; i++) {
      const { id, private_key } = await buildPc(platform, { name: `PC ${i}` })
      const { room_code } = await buildRoom(platform, { pc_id: id, bundle_hash })
      built.push({ id, private_key, room_code })
    }
    return built
  })
  await seed.close()
  return pcs
}

function agentOf({ id, private_key, room_code }: Pc, server: ServerProcess, up: Set<string>) {
  const boot_id = randomUUID()
  const spool_id = randomUUID()
  const rooms = [reportOf(room_code)]
  return new FakeAgent(new URL(`${server.url}/`), {
    pc_id: id,
    key: private_key,
    hello: () => ({
      type: 'hello',
      version: AGENT_VERSION,
      pc_name: id,
      boot_id,
      capabilities: ['source:bilibili', 'source:push'],
      spool_id,
      spool_seq: 0,
      at: Date.now(),
      facts: FACTS,
      rooms,
    }),
    heartbeat: () => ({ type: 'heartbeat', at: Date.now(), metrics: metrics(), rooms }),
    up: () => void up.add(id),
    down: () => void up.delete(id),
  })
}

const reportOf = (room_code: string): ReportedRoom => ({
  room_code,
  run_id: null,
  worker: WorkerStatus.undo,
  config_hash: null,
  source: null,
  queue: 0,
  error: null,
})

/** They change with every heartbeat, as those of a real PC do. */
const metrics = (): Metrics => ({
  cpu_pct: Math.round(Math.random() * 1_000) / 10,
  mem_used_mb: 8_000 + Math.floor(Math.random() * 100),
  mem_total_mb: 16_000,
  disk_free_mb: 100_000,
  spool_items: 0,
  spool_dropped: 0,
})

interface Watched {
  size: number
  up: ReadonlySet<string>
}

async function watch(server: ServerProcess, { size, up, idle }: Watched & { idle: Sample }) {
  const before = await sample(server)
  await sleep(WATCHED_S * 1000)
  const after = await sample(server)
  const cpu_s = after.cpu_s - before.cpu_s
  const share = (cpu_s / (after.at_s - before.at_s)) * 100
  const heartbeats = (size / 10) * (after.at_s - before.at_s)
  const each = ((after.rss - idle.rss) / size / 1024).toFixed(1)
  console.log(
    `heartbeats every 10 s, over ${WATCHED_S} s: ${share.toFixed(1)} % of one core ` +
      `(${((cpu_s / heartbeats) * 1000).toFixed(2)} ms a heartbeat), ` +
      `${(after.rss / MB).toFixed(0)} MB (${(idle.rss / MB).toFixed(0)} MB without agents, ` +
      `${each} kB an agent), loop lag p99 ${(after.lag_s * 1000).toFixed(0)} ms, ` +
      `${up.size} of ${size} connected; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  )
}

async function restart(server: ServerProcess, { size, up }: Watched): Promise<void> {
  const aim_s = AIMS[size] ?? LONGEST_AIM_S
  const isBack = () => up.size === size
  // From here on: the kill itself takes a moment, and the operators' clock runs meanwhile.
  const killed = performance.now()
  await server.kill()
  await until(() => up.size === 0)
  const ready = server.restart().then(() => performance.now() - killed)
  await until(() => up.size > 0)
  const first = performance.now() - killed
  const nearly = until(() => up.size >= size * 0.99).then(() => performance.now() - killed)
  const areBack = await until(isBack)
  const total = performance.now() - killed
  const { cpu_s } = await sample(server)
  console.log(
    `killed and started again: the server was ready after ${secondsOf(await ready)} s, the first was back ` +
      `after ${secondsOf(first)} s, 99 % after ${secondsOf(await nearly)} s, ${up.size} of ${size} after ` +
      `${secondsOf(total)} s (${(total / 1000 / aim_s).toFixed(2)} of the ${aim_s} s aimed at); ` +
      `${cpu_s.toFixed(1)} s of processor since its start; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  )
  if (!areBack) process.exitCode = 1
}

async function until(isMet: () => boolean): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_S * 1000
  while (!isMet() && performance.now() < deadline) await sleep(20)
  return isMet()
}

interface Sample {
  at_s: number
  cpu_s: number
  rss: number
  lag_s: number
}

/** The server's own account of itself. */
async function sample(server: ServerProcess): Promise<Sample> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? NaN)
  return {
    at_s: performance.now() / 1000,
    cpu_s: read('process_cpu_seconds_total'),
    rss: read('process_resident_memory_bytes'),
    lag_s: read('nodejs_eventloop_lag_p99_seconds'),
  }
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(1)
}

for (const size of sizes) await measure(size)
