// Acknowledged events a second while retention deletes old trigger logs, beside the same without it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { readKeep } from '@kaibo/server/config.keep.ts'
import { createJobs } from '@kaibo/server/domains/job/job.service.ts'
import { createRetention } from '@kaibo/server/domains/retention/retention.service.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { sql } from 'kysely'

const OLD_LOGS = 300_000
const BATCH = 500
/** Each slice is a few seconds of several agents, one with retention and one without in turn: what else the machine does falls on both. */
const BATCHES_A_SLICE = 160
const AGENTS = 4
const SLICES = 6

const oldLogs = (server: TestServer) =>
  sql<{ count: number }>`select count(*) as count from trigger_log where key like 'old:%'`
    .execute(server.db.query)
    .then(({ rows }) => rows[0]?.count ?? 0)

/** As many as a room's rules decide in a month or two, with traces as long as those of a set of ten rules. */
async function fill(server: TestServer): Promise<void> {
  const at = server.clock.now() - 60 * DAY_MS
  const trace = JSON.stringify(Array.from({ length: 10 }, (_, i) => ({ node: `node-${i}`, ok: 1 })))
  const numbers =
    server.db.dialect === 'pg'
      ? sql`generate_series(1, ${sql.lit(OLD_LOGS)}) as n(i)`
      : sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(OLD_LOGS)})
             select i from n) as n`
  await sql`
    insert into trigger_log
      (key, room_id, at, event_id, event_key, set_id, node_id, node_name, outcome, trace_json)
    select 'old:' || i, 'room-' || (i % 100), ${sql.lit(at)} + i, 'event-' || i, 'danmu', 'set', 'node', '关键词',
      'COND', ${sql.lit(trace)}
    from ${numbers}`.execute(server.db.query)
}

/** What a room sends: one gift in ten events, and a decision of the rules to every other one. */
function batch({ room, run }: OnAir, at: number): object[] {
  return Array.from({ length: BATCH }, (_, i) => {
    const run_id = run.run_id ?? null
    if (i % 3 === 2) return decision(room.room_code, run_id, at)
    const make = i % 10 === 0 ? giftEvent : danmuEvent
    return { type: 'event', run_id, event: make(room.room_code, { at }) }
  })
}

const acked = new Map<string, number>()

/** All agents at once; answers how long it took. */
async function ingest(server: TestServer, rooms: readonly OnAir[]): Promise<number> {
  const at = server.clock.now()
  const frames = rooms.map((air) =>
    Array.from({ length: BATCHES_A_SLICE / AGENTS }, () => batch(air, at)),
  )
  const start = performance.now()
  await Promise.all(
    rooms.map(async ({ pc }, agent) => {
      for (const items of frames[agent] ?? []) {
        const first = (acked.get(pc.id) ?? 0) + 1
        const { up_to, refused } = await server.app.ingest.storeSpool(pc.id, 'spool', first, items)
        if (refused.length > 0) throw new Error(refused[0]?.reason)
        acked.set(pc.id, up_to)
      }
    }),
  )
  return (performance.now() - start) / 1_000
}

/** The same while a server does its background work. */
async function ingestBesideRetention(server: TestServer, rooms: readonly OnAir[]) {
  const keepDays = readKeep(
    (_, fallback) => fallback,
    () => {},
  )
  const jobs = createJobs(server.platform, [createRetention(server.platform, keepDays)])
  const looking = jobs.look()
  const seconds = await ingest(server, rooms)
  await jobs.close()
  await looking
  return seconds
}

const decision = (room_code: string, run_id: string | null, at: number) => ({
  type: 'decision',
  run_id,
  room_code,
  at,
  event_id: 'event',
  event_key: 'danmu',
  set_id: 'set',
  node_id: 'node',
  node_name: '关键词',
  outcome: 'FIRED',
  text: null,
  trace: null,
})

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const server = await bootServer({ file: join(folder, 'kaibo.db'), clock: 'system' })
await sql`delete from trigger_log`.execute(server.db.query)
await fill(server)
const rooms = await Promise.all(Array.from({ length: AGENTS }, () => buildOnAir(server.platform)))
await ingest(server, rooms)

const seconds = { alone: 0, beside: 0 }
for (let slice = 0; slice < SLICES; slice++) {
  if (slice % 2 === 0) seconds.alone += await ingest(server, rooms)
  else seconds.beside += await ingestBesideRetention(server, rooms)
}
const left = await oldLogs(server)
await server.close()
rmSync(folder, { recursive: true })
if (left === 0) throw new Error('nothing was left to delete: the figures are of less than they say')

const items = (SLICES / 2) * BATCHES_A_SLICE * BATCH
const shown = (value: number) => Math.round(value).toLocaleString('en')
console.log(`${AGENTS} agents, ${shown(items)} items each way, ${shown(OLD_LOGS)} old trigger logs`)
console.log(`items acknowledged without retention: ${shown(items / seconds.alone)}/s`)
console.log(`items acknowledged while it deletes: ${shown(items / seconds.beside)}/s`)
console.log(`ratio with ÷ without: ${(seconds.alone / seconds.beside).toFixed(2)}`)
console.log(`trigger logs deleted meanwhile: ${shown((OLD_LOGS - left) / seconds.beside)}/s`)
