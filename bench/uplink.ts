// An agent whose spool was full comes back: items a second until all is on the server, and how long live events take meanwhile,
// beside the same batches stored in a bare loop.
import { randomUUID, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Link } from '@kaibo/agent/link/link.ts'
import { Uplink } from '@kaibo/agent/link/uplink.ts'
import { openLog } from '@kaibo/agent/log/log.ts'
import { Spool } from '@kaibo/agent/spool/spool.ts'
import { ServerClock } from '@kaibo/agent/time/server-clock.ts'
import { systemTime } from '@kaibo/agent/time/time.ts'
import { AGENT_VERSION } from '@kaibo/agent/version.ts'
import type { AgentFrame, SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { startServer } from '@kaibo/testkit/process.ts'

const GIFTS = Number(process.argv[2] ?? 46_000)
const AIM_A_SECOND = 5_000
/** So little that most of what comes beside the gifts has to be given up. */
const BYTES_A_GIFT = 620
const LIVE_EVERY_MS = 20
const IDLE_S = 5
const GIVE_UP_S = 300

type Batch = Extract<AgentFrame, { type: 'batch' }>

interface Air {
  pc_id: string
  private_key: KeyObject
  room_code: string
  run_id: string
}

const log = openLog((line) => process.stdout.write(line), 'error')
const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const air = await seeded('agent')
const spool = await Spool.open(join(folder, 'spool'), {
  time: systemTime,
  log,
  limitBytes: GIFTS * BYTES_A_GIFT,
})
await fill()
const waiting = spool.items
const server = await startServer({
  KAIBO_DATA_DIR: join(folder, 'agent'),
  KAIBO_LOG_LEVEL: 'error',
})
const batches: Batch[] = []
let liveGifts = 0
/** Numbers by the time at which each was appended. */
const sentAt = new Map<number, number>()
let latencies: number[] = []
const uplink = new Uplink(spool, sendUp, systemTime, log)
const link = linked()
try {
  link.start()
  await until(() => spool.backlogs.length > 0)
  const began = performance.now()
  await live(() => spool.backlogs.length === 0)
  const drained = rate(waiting, began)
  const meanwhile = latencies
  latencies = []
  const idleUntil = performance.now() + IDLE_S * 1_000
  await live(() => performance.now() > idleUntil)
  const idle = latencies
  await until(() => spool.items === 0)
  link.stop()
  await server.stop()
  await check()

  const bare = await bareLoop()
  const gaps = batches.filter(({ seqs }) => seqs).length
  console.log(
    `${waiting.toLocaleString('en')} items, ${GIFTS.toLocaleString('en')} of them gifts, in ${batches.length} batches, ` +
      `${gaps} of them over gaps`,
  )
  console.log(
    `drained at ${perSecond(drained)}: ${(drained / AIM_A_SECOND).toFixed(2)} of the ${perSecond(AIM_A_SECOND)} aimed at, ` +
      `${(drained / bare).toFixed(2)} of the same batches in a bare loop (${perSecond(bare)})`,
  )
  console.log(
    `live gifts until acknowledged, meanwhile: ${spread(meanwhile)}; after it: ${spread(idle)}`,
  )
} finally {
  link.stop()
  await server.dispose()
  await spool.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A data folder with a room on air. */
async function seeded(name: string): Promise<Air> {
  mkdirSync(join(folder, name))
  const seed = await bootServer({ file: join(folder, name, 'kaibo.db'), clock: 'system' })
  const { pc, room, run } = await buildOnAir(seed.platform)
  await seed.close()
  const { id: pc_id, private_key } = pc
  return { pc_id, private_key, room_code: room.room_code, run_id: run.run_id }
}

function gift(index: number): SpoolItem {
  const user = { open_id: `viewer-${index % 2_000}`, nickname: `观众${index % 2_000}` }
  const at = Date.now()
  const event = giftEvent(air.room_code, { at, user, event_id: randomUUID(), gift: { fen: 100 } })
  return { type: 'event', run_id: air.run_id, event }
}

/** As hours without a server do: each gift with the decision and the sentences that it led to. */
async function fill(): Promise<void> {
  const { room_code, run_id } = air
  const said = { room_code, run_id, at: Date.now(), event_id: 'e', text: '感谢观众送出的小花花！' }
  const speech = { type: 'speech', ...said, speech_id: 's', priority: 50 } as const
  const trace = { steps: Array.from({ length: 8 }, (_, i) => ({ path: `root/son[${i}]`, i })) }
  const node = { set_id: 's', node_id: 'n', node_name: '礼物感谢', outcome: 'FIRED', trace }
  for (let i = 0; i < GIFTS; i++) {
    spool.append(gift(i))
    spool.append({ type: 'decision', ...said, event_key: 'gift.receive', ...node })
    spool.append({ ...speech, state: 'queued' })
    if (i % 3 === 0) spool.append({ ...speech, state: 'spoken' })
    if (i % 200 === 0) await spool.flush()
  }
  await spool.flush()
}

function sendUp(frame: AgentFrame): boolean {
  const isSent = link.send(frame)
  if (isSent && frame.type === 'batch' && frame.spool_id !== spool.id) batches.push(frame)
  return isSent
}

function linked(): Link {
  return new Link({
    server: new URL(`${server.url}/`),
    identity: { pc_id: air.pc_id, key: air.private_key },
    hello: () => ({
      type: 'hello',
      version: AGENT_VERSION,
      pc_name: 'bench',
      boot_id: randomUUID(),
      capabilities: ['source:push'],
      ...uplink.hello(),
      at: Date.now(),
      facts: { os: 'Linux', cpu: 'x', mem_mb: 1, node: process.version },
      rooms: [],
    }),
    heartbeat: () => new Promise(() => {}),
    up: (welcome) => void uplink.open(welcome),
    down: () => uplink.close(),
    frame(frame) {
      if (frame.type !== 'ack') return
      if (frame.refused.length > 0) throw new Error(JSON.stringify(frame.refused[0]))
      uplink.acknowledged(frame)
      if (frame.spool_id === spool.id) noteLatencies(frame.up_to)
    },
    time: systemTime,
    clock: new ServerClock(systemTime),
    log,
    random: Math.random,
  })
}

/** Gifts go on coming, until it is enough. */
async function live(isEnough: () => boolean): Promise<void> {
  const deadline = performance.now() + GIVE_UP_S * 1_000
  while (!isEnough() && performance.now() < deadline) {
    spool.append(gift(0))
    liveGifts++
    sentAt.set(performance.now(), spool.live.after + liveGifts)
    await sleep(LIVE_EVERY_MS)
  }
}

function noteLatencies(upTo: number): void {
  for (const [began, seq] of sentAt) {
    if (seq > upTo) break
    latencies.push(performance.now() - began)
    sentAt.delete(began)
  }
}

async function until(isMet: () => boolean): Promise<void> {
  const deadline = performance.now() + GIVE_UP_S * 1_000
  while (!isMet() && performance.now() < deadline) await sleep(1)
}

/** Every gift is there once, and the sums are right. */
async function check(): Promise<void> {
  const after = await bootServer({ file: join(folder, 'agent', 'kaibo.db'), clock: 'system' })
  const { stored } = await after.db.query
    .selectFrom('gift_event')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow()
  const differences = await reconcile(after.db)
  await after.close()
  const owed = GIFTS + liveGifts
  if (stored !== owed || differences.length > 0)
    throw new Error(`${stored} of ${owed} gifts, ${differences.length} differences`)
}

/** The same batches from their text to their acknowledgement, without the agent and without a socket. Items a second. */
async function bareLoop(): Promise<number> {
  const bareAir = await seeded('bare')
  const text = batches.map((batch) =>
    JSON.stringify(batch)
      .replaceAll(air.run_id, bareAir.run_id)
      .replaceAll(air.room_code, bareAir.room_code),
  )
  const bare = await bootServer({ file: join(folder, 'bare', 'kaibo.db'), clock: 'system' })
  const began = performance.now()
  let items = 0
  for (const frame of text) {
    const batch = JSON.parse(frame) as Batch
    const { ingest } = bare.app
    await ingest.storeSpool(bareAir.pc_id, 'bare', batch.first_seq, batch.items, batch.seqs)
    items += batch.items.length
  }
  const result = rate(items, began)
  await bare.close()
  return result
}

function rate(items: number, began: number): number {
  return (items / (performance.now() - began)) * 1_000
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? NaN)
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${values.length})`
}
