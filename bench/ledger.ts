// Acknowledged events a second, durable: one agent, then sixteen, beside bare inserts of the same gift rows.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import Database from 'better-sqlite3'

const BATCH = 1_000
const BATCHES = 96
const ROUNDS = 3
const AGENTS = 16
const VIEWERS = 2_000
/** A gift as Bilibili sends it, in size. */
const RAW = {
  cmd: 'LIVE_OPEN_PLATFORM_SEND_GIFT',
  data: {
    room_id: 1,
    uname: '观众',
    uface: 'https://example.com/face.jpg',
    price: 100,
    paid: true,
  },
}

type Make = (room_code: string, index: number, at: number) => LiveEvent

const user = (index: number) => {
  const id = index % VIEWERS
  return { open_id: `viewer-${id}`, nickname: `观众${id}` }
}
const gift: Make = (room_code, index, at) =>
  giftEvent(room_code, { at, user: user(index), raw: RAW, gift: { fen: 100 } })
/** An evening in a room: one gift in ten. */
const mixed: Make = (room_code, index, at) =>
  index % 10 === 0
    ? gift(room_code, index, at)
    : danmuEvent(room_code, { at, user: user(index), kind: index % 3 ? 'danmu' : 'enter' })

/** Sends batches as frames come from the link: as text. Answers events a second. */
async function ingest(agents: number, make: Make): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
  const server = await bootServer({ file: join(folder, 'kaibo.db'), clock: 'system' })
  const rooms = await Promise.all(Array.from({ length: agents }, () => buildOnAir(server.platform)))
  const at = server.clock.now()
  const frames = rooms.map(({ room, run }) =>
    Array.from({ length: BATCHES / agents }, (_, batch) =>
      JSON.stringify(
        Array.from({ length: BATCH }, (_, i) => ({
          type: 'event',
          run_id: run.run_id,
          event: make(room.room_code, batch * BATCH + i, at),
        })),
      ),
    ),
  )
  const start = performance.now()
  await Promise.all(
    rooms.map(async ({ pc }, agent) => {
      let acked = 0
      for (const frame of frames[agent] ?? []) {
        const items = JSON.parse(frame) as unknown[]
        const { up_to } = await server.app.ingest.storeSpool(pc.id, 'spool', acked + 1, items)
        acked = up_to
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const differences = await reconcile(server.db)
  if (differences.length > 0) throw new Error(`${differences.length} differences`)
  await server.close()
  rmSync(folder, { recursive: true })
  return (BATCH * BATCHES) / seconds
}

const COLUMNS = (
  'source event_id kind room_id room_code run_id account_id org_id open_id nickname gift_id gift_name ' +
  'count raw_unit raw_value fen is_ai is_test at received_at raw_json'
).split(' ')

/** The least that stores the same gifts as durably: one prepared insert, one transaction a batch. Rows a second. */
async function bareInserts(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
  const file = join(folder, 'kaibo.db')
  const server = await bootServer({ file, clock: 'system' })
  await server.close()
  const db = new Database(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536'])
    db.pragma(pragma)
  for (const pragma of [
    'mmap_size = 536870912',
    'temp_store = memory',
    'wal_autocheckpoint = 10000',
  ])
    db.pragma(pragma)
  const insert = db.prepare(
    `insert into gift_event (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
     on conflict do nothing`,
  )
  const at = Date.now()
  const text = JSON.stringify(RAW)
  const rows = Array.from({ length: BATCH * BATCHES }, (_, i) => {
    const { open_id, nickname } = user(i)
    const where = ['room', 'ABCDEFGH', 'run', 'account', 'default']
    const what = ['gift-1', '小花花', 1, '金瓜子', 10_000, 100, 0, 0, at, at, text]
    return ['bilibili', randomUUID(), 'gift', ...where, open_id, nickname, ...what]
  })
  const insertAll = db.transaction((some: (string | number)[][]) => {
    for (const row of some) insert.run(...row)
  })
  const start = performance.now()
  for (let i = 0; i < rows.length; i += BATCH) insertAll(rows.slice(i, i + BATCH))
  const seconds = (performance.now() - start) / 1_000
  db.close()
  rmSync(folder, { recursive: true })
  return rows.length / seconds
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const figures = {
  bare: [] as number[],
  one: [] as number[],
  many: [] as number[],
  mixedOne: [] as number[],
  mixed: [] as number[],
}
for (let round = 0; round < ROUNDS; round++) {
  figures.bare.push(await bareInserts())
  figures.one.push(await ingest(1, gift))
  figures.many.push(await ingest(AGENTS, gift))
  figures.mixedOne.push(await ingest(1, mixed))
  figures.mixed.push(await ingest(AGENTS, mixed))
}
const bare = median(figures.bare)
const line = (name: string, values: number[]) =>
  console.log(
    `${name}: ${Math.round(median(values)).toLocaleString('en')}/s, ${(median(values) / bare).toFixed(2)} of the baseline`,
  )
console.log(
  `synchronous=FULL, batches of ${BATCH}, median of ${ROUNDS} rounds of ${BATCH * BATCHES}`,
)
line('baseline: bare inserts of the gift rows', figures.bare)
line('gifts acknowledged, one agent', figures.one)
line(`gifts acknowledged, ${AGENTS} agents`, figures.many)
line('an evening’s events acknowledged, one agent', figures.mixedOne)
line(`an evening’s events acknowledged, ${AGENTS} agents`, figures.mixed)
