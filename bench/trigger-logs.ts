// Pages of the rules' decisions while more of them are stored: `npm run bench -- trigger-logs ROWS`, by default a million; on
// PostgreSQL with KAIBO_TEST_DB=pg and TEST_DATABASE_URL.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { fill, ROWS_A_RUN } from './trigger-logs/fill.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const ROOMS = 40
const REQUESTS = 200
const WARM = 40
/** Ten rooms that send twenty items each, ten times a second. */
const INGEST = { rooms: 10, items: 20, everyMs: 100 }

const DECISION = {
  type: 'decision',
  event_key: 'danmu.message',
  set_id: 'set-1',
  node_id: 'node-7',
  node_name: '问候',
  outcome: 'COND',
  text: null,
  trace: { steps: [{ path: '0', check: 'danmu.text contains 你好', saw: '再见', holds: false }] },
}

const isPg = process.env['KAIBO_TEST_DB'] === 'pg'
const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const file = join(folder, 'kaibo.db')
const server = await bootServer({ ...(!isPg && { file }), clock: 'system' })
const operator = await server.login('operator')
const rooms: OnAir[] = []
for (let n = 0; n < ROOMS; n++) rooms.push(await buildOnAir(server.platform))
const [first] = rooms
if (!first) throw new Error('no rooms')
const { room_code } = first.room

const began = performance.now()
await fill(server, rooms, ROWS)
const size = isPg ? '' : `, ${(statSync(file).size / 2 ** 30).toFixed(1)} GiB`
console.log(
  `${ROWS.toLocaleString('en')} decisions in ${ROOMS} rooms on ${isPg ? 'PostgreSQL' : 'SQLite'}${size}, ` +
    `filled in ${Math.round((performance.now() - began) / 1_000)} s; asked of the room with a tenth of them`,
)

const run_id = `run-0-${Math.floor(ROWS / ROWS_A_RUN / 2)}`
type Query = Omit<InputOf<typeof roomApi.triggerLogs>, 'room_code'>
const FILTERS: Record<string, Query> = {
  'no filter': {},
  'the oldest first': { sort_dir: 0 },
  'of a run': { run_id },
  'of an outcome': { outcome: 'COND' },
  'of a rare outcome': { outcome: 'MUTEX' },
  'of a run and a rare outcome': { run_id, outcome: 'MUTEX' },
  'of no such outcome': { outcome: 'NONE' },
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const at = (values: number[], part: number) =>
  (sorted(values)[Math.floor(values.length * part)] ?? 0).toFixed(1)

async function readPage(asked: InputOf<typeof roomApi.triggerLogs>): Promise<string | null> {
  const { code, data } = await server.call(roomApi.triggerLogs, asked, operator)
  if (code !== 0) throw new Error(`code ${code}`)
  return data.next
}

/** Page after page by cursor, from the first on; each time in milliseconds. */
async function readPages(query: Query): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null = null
  for (let n = 0; n < REQUESTS; n++) {
    const start = performance.now()
    cursor = await readPage({ room_code, ...query, ...(cursor !== null && { cursor }) })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return times.slice(WARM)
}

/** Stores what rooms on air send until it is told to stop; answers how many items, and how long each batch took. */
function ingest(): () => Promise<{ items: number; times: number[] }> {
  const times: number[] = []
  const seqs = new Map<string, number>()
  const sending = new Set<Promise<void>>()
  async function send({ pc, room, run }: OnAir) {
    const seq = (seqs.get(pc.id) ?? 0) + 1
    seqs.set(pc.id, seq + INGEST.items - 1)
    const items = Array.from({ length: INGEST.items }, (_, n) => {
      const event = danmuEvent(room.room_code, { at: server.clock.now() })
      if (n % 2 === 0) return { type: 'event', run_id: run.run_id, event }
      const { event_id, at } = event
      return { ...DECISION, room_code: room.room_code, run_id: run.run_id, at, event_id }
    })
    const start = performance.now()
    await server.app.ingest.storeSpool(pc.id, `spool-${pc.id}`, seq, items)
    times.push(performance.now() - start)
  }
  const timer = setInterval(() => {
    for (const one of rooms.slice(-INGEST.rooms)) {
      const sent = send(one).finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }, INGEST.everyMs)
  return async () => {
    clearInterval(timer)
    await Promise.all(sending)
    return { items: times.length * INGEST.items, times }
  }
}

for (const isBusy of [false, true]) {
  const stop = isBusy ? ingest() : undefined
  const start = performance.now()
  console.log(isBusy ? 'while rooms send' : 'alone')
  for (const [name, query] of Object.entries(FILTERS)) {
    const times = await readPages(query)
    console.log(
      `  ${name}: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, p99 ${at(times, 0.99)} ms`,
    )
  }
  const stored = await stop?.()
  if (!stored) continue
  const seconds = (performance.now() - start) / 1_000
  console.log(
    `  meanwhile ${Math.round(stored.items / seconds).toLocaleString('en')} items/s were stored, ` +
      `a batch of ${INGEST.items} in p50 ${at(stored.times, 0.5)} ms, p95 ${at(stored.times, 0.95)} ms`,
  )
}
await server.close()
rmSync(folder, { recursive: true })
