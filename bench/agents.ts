// 2,000 PC clients on one server: what their heartbeats cost it, and how long all need to come back after kill -9.
import { randomUUID, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Link } from '@kaibo/agent/link/link.ts'
import { openLog } from '@kaibo/agent/log/log.ts'
import { ServerClock } from '@kaibo/agent/time/server-clock.ts'
import { systemTime } from '@kaibo/agent/time/time.ts'
import { AGENT_VERSION } from '@kaibo/agent/version.ts'
import type { Metrics } from '@kaibo/contract/agent/frames.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { startServer } from '@kaibo/testkit/process.ts'

/** Each takes a socket here and one in the server; Node raises the soft limit of open files by itself. */
const AGENTS = Number(process.argv[2] ?? 2_000)
const WATCHED_S = Number(process.argv[3] ?? 60)
const AIM_S = 60
const GIVE_UP_S = 180
const MB = 1_048_576

interface Pc {
  id: string
  private_key: KeyObject
}

const METRICS: Metrics = {
  cpu_pct: 12.5,
  mem_used_mb: 8_000,
  mem_total_mb: 16_000,
  disk_free_mb: 100_000,
  spool_items: 0,
  spool_dropped: 0,
}
const FACTS = { os: 'Windows 11', cpu: 'i5', mem_mb: 16_000, node: process.version }
const log = openLog(() => {}, 'error')
const up = new Set<string>()

const dataDir = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const pcs = await enrolledPcs()
const server = await startServer({ KAIBO_DATA_DIR: dataDir, KAIBO_LOG_LEVEL: 'error' })
const idle = await sample()
const links = pcs.map(linkOf)
try {
  const began = performance.now()
  for (const link of links) link.start()
  await until(() => up.size === AGENTS)
  const took = secondsOf(performance.now() - began)
  console.log(`${AGENTS} agents, all at once: ${took} s until ${up.size} were welcomed`)
  await watch()
  await restart()
} finally {
  for (const link of links) link.stop()
  await server.dispose()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Written straight into the database: 2,000 people with one-time codes are not what is measured. */
async function enrolledPcs(): Promise<Pc[]> {
  const seed = await bootServer({ file: join(dataDir, 'kaibo.db'), clock: 'system' })
  const built: Pc[] = []
  for (let i = 0; i < AGENTS; i++) built.push(await buildPc(seed.platform))
  await seed.close()
  return built
}

function linkOf({ id, private_key }: Pc): Link {
  const boot_id = randomUUID()
  const spool_id = randomUUID()
  return new Link({
    server: new URL(`${server.url}/`),
    identity: { pc_id: id, key: private_key },
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
      rooms: [],
    }),
    heartbeat: async () => ({ type: 'heartbeat', at: Date.now(), metrics: METRICS, rooms: [] }),
    up: () => void up.add(id),
    down: () => void up.delete(id),
    frame: () => {},
    time: systemTime,
    clock: new ServerClock(systemTime),
    log,
    random: Math.random,
  })
}

async function watch(): Promise<void> {
  const before = await sample()
  await sleep(WATCHED_S * 1000)
  const after = await sample()
  const cpu = ((after.cpu_s - before.cpu_s) / (after.at_s - before.at_s)) * 100
  const each = ((after.rss - idle.rss) / AGENTS / 1024).toFixed(1)
  console.log(
    `heartbeats every 10 s, over ${WATCHED_S} s: ${cpu.toFixed(1)} % of one core, ` +
      `${(after.rss / MB).toFixed(0)} MB (${(idle.rss / MB).toFixed(0)} MB without agents, ` +
      `${each} kB an agent), loop lag p99 ${(after.lag_s * 1000).toFixed(0)} ms, ` +
      `${up.size} of ${AGENTS} connected`,
  )
}

async function restart(): Promise<void> {
  await server.kill()
  await until(() => up.size === 0)
  const down = performance.now()
  const restarted = server.restart()
  await until(() => up.size > 0)
  const first = performance.now() - down
  await restarted
  const areBack = await until(() => up.size === AGENTS)
  const total = performance.now() - down
  console.log(
    `killed and started again: the first was back after ${secondsOf(first)} s, ${up.size} of ${AGENTS} ` +
      `after ${secondsOf(total)} s (${(total / 1000 / AIM_S).toFixed(2)} of the ${AIM_S} s aimed at)`,
  )
  if (!areBack) process.exitCode = 1
}

async function until(isMet: () => boolean): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_S * 1000
  while (!isMet() && performance.now() < deadline) await sleep(20)
  return isMet()
}

/** The server's own account of itself. */
async function sample(): Promise<{ at_s: number; cpu_s: number; rss: number; lag_s: number }> {
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
