import { beforeEach, expect, test } from 'vitest'
import { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import {
  freshFolder,
  giftItem,
  heardLog,
  logItem,
  openSpool,
  readAll,
} from '#spool/spool.fixture.ts'
import { Spool } from '#spool/spool.ts'
import { ManualTime } from '#time/manual-time.ts'
import { Uplink } from './uplink.ts'

type Batch = Extract<AgentFrame, { type: 'batch' }>

let folder: string
let spool: Spool
let time: ManualTime
let sent: Batch[]
let uplink: Uplink
let heard: ReturnType<typeof heardLog>

beforeEach(async () => {
  folder = await freshFolder()
  time = new ManualTime()
  sent = []
  heard = heardLog()
  await start()
})

const send = (frame: AgentFrame) => frame.type === 'batch' && sent.push(frame) > 0

/** As the agent does, and again after it was killed. */
async function start(): Promise<void> {
  spool = await openSpool(folder)
  uplink = new Uplink(spool, send, time, heard.log)
}

const add = async (count: number) => {
  for (let i = 0; i < count; i++) spool.append(logItem(`log ${spool.lastSeq + i}`))
  await spool.flush()
}
/** As the agent does when it is welcomed. */
const open = (spool_acked: number, more: Partial<Parameters<Uplink['open']>[0]> = {}) => {
  uplink.hello()
  return uplink.open({ spool_acked, ...more })
}
const ack = (up_to: number, spool_id = spool.id) =>
  uplink.acknowledged({ type: 'ack', spool_id, up_to, refused: [] })
const ranges = () => sent.map(({ first_seq, items }) => [first_seq, first_seq + items.length - 1])
const numbersOf = ({ first_seq, seqs, items }: Batch) => seqs ?? items.map((_, i) => first_seq + i)
const settle = () => time.advance(0).then(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('begins after what the server holds, one batch at a time', async () => {
  await add(5)
  await open(0)
  uplink.close()
  sent = []
  await open(2)
  expect(ranges()).toEqual([[3, 5]])
  await add(2)
  await settle()
  expect(ranges()).toEqual([[3, 5]])
  ack(5)
  await settle()
  expect(ranges()).toEqual([
    [3, 5],
    [6, 7],
  ])
})

/** Acknowledges all that comes, as a server does that keeps what is under each name; answers its marks. */
async function takeAll(): Promise<Map<string, number>> {
  const marks = new Map<string, number>()
  for (let seen = 0; seen < sent.length;) {
    const batch = sent[seen++] as Batch
    const last = numbersOf(batch).at(-1) ?? 0
    marks.set(batch.spool_id, last)
    ack(last, batch.spool_id)
    await settle()
  }
  return marks
}

test('a long backlog goes up beside what is happening, in batches that the server takes', async () => {
  await add(1_200)
  const { id } = spool
  await open(0)
  await settle()
  await add(2)
  await settle()
  expect(sent.map(({ spool_id }) => spool_id)).toEqual([id, spool.id])
  expect(ranges()).toEqual([
    [1, 500],
    [1_201, 1_202],
  ])
  const marks = await takeAll()
  expect(ranges().slice(2)).toEqual([
    [501, 1_000],
    [1_001, 1_200],
  ])
  expect([...marks]).toEqual([
    [id, 1_200],
    [spool.id, 1_202],
  ])
  expect(spool).toMatchObject({ items: 0, backlogs: [] })
})

test('what of a backlog is not durable yet is waited for, not taken for nothing', async () => {
  await spool.close()
  // Its clock stands still: nothing is synced by itself
  spool = await Spool.open(folder, { time: new ManualTime(), log: heard.log })
  uplink = new Uplink(spool, send, time, heard.log)
  await add(510)
  for (let i = 0; i < 3; i++) spool.append(logItem('not durable'))
  const { id } = spool
  await open(0)
  await settle()
  await takeAll()
  expect(spool).toMatchObject({ items: 3, backlogs: [{ id, to: 513 }] })
  await spool.flush()
  await takeAll()
  expect(ranges().at(-1)).toEqual([511, 513])
  expect(spool).toMatchObject({ items: 0, backlogs: [] })
})

test('killed while a backlog goes up: each name goes on where the server stands', async () => {
  await add(1_200)
  const { id } = spool
  await open(0)
  await settle()
  await add(2)
  ack(500, id)
  await start()
  sent = []
  await open(1_202, { backlogs: [{ spool_id: id, acked: 1_000 }] })
  await settle()
  expect(ranges()).toEqual([[1_001, 1_200]])
  expect(sent[0]?.spool_id).toBe(id)
})

test('what several outages left goes up one after another', async () => {
  for (let outage = 0; outage < 3; outage++) {
    await add(600)
    await open(0)
    await settle()
    uplink.close()
  }
  sent = []
  await open(0)
  expect(spool.backlogs).toHaveLength(3)
  await takeAll()
  expect(ranges().map(([first]) => first)).toEqual([1, 501, 601, 1_101, 1_201, 1_701])
  expect(spool).toMatchObject({ items: 0, backlogs: [] })
})

/** A spool so full that it gave up much between the gifts; answers their numbers. */
async function full(): Promise<number[]> {
  await spool.close()
  spool = await openSpool(folder, 600_000)
  uplink = new Uplink(spool, send, time, heard.log)
  for (let i = 0; i < 400; i++) {
    spool.append(giftItem(`g${i}`))
    spool.append(logItem('x'.repeat(3_000)))
  }
  await spool.flush()
  return readAll(spool).map(({ seq }) => seq)
}

test('a batch goes over gaps, for a server that can read that', async () => {
  const seqs = await full()
  await open(0, { capabilities: ['batch.seqs'] })
  await takeAll()
  expect(sent.flatMap(numbersOf)).toEqual(seqs)
  expect(sent.some((batch) => batch.seqs !== undefined)).toBe(true)
  expect(sent.length).toBeLessThan(3)
  for (const batch of sent) expect(AgentFrame.safeParse(batch).success).toBe(true)
  expect(spool.items).toBe(0)
})

test('a server that cannot gets batches without gaps', async () => {
  const seqs = await full()
  await open(0)
  await takeAll()
  expect(sent.every((batch) => batch.seqs === undefined)).toBe(true)
  expect(sent.flatMap(numbersOf)).toEqual(seqs)
  expect(spool.items).toBe(0)
})

test('without an acknowledgement the batch is sent again', async () => {
  await add(3)
  await open(0)
  await time.advance(15_000)
  await settle()
  expect(ranges()).toEqual([
    [1, 3],
    [1, 3],
  ])
})

test('a broken connection: nothing is sent until it is open again, then from where the server stands', async () => {
  await add(3)
  await open(0)
  uplink.close()
  await add(1)
  await time.advance(60_000)
  expect(sent).toHaveLength(1)
  await open(3)
  expect(ranges().at(-1)).toEqual([4, 4])
})

test('an acknowledgement of another spool is not ours', async () => {
  await add(3)
  await open(0)
  ack(3, 'other')
  await add(1)
  await settle()
  expect(sent).toHaveLength(1)
})

test('a server that knows more than the disk gets the items under a new spool id', async () => {
  await add(2)
  const { id } = spool
  await open(40)
  expect(spool.id).not.toBe(id)
  expect(sent.at(-1)).toMatchObject({ spool_id: spool.id, first_seq: 1 })
})

/** The folder of the test is the copy: it ends at 4, the server was sent up to 8. */
async function putBack(): Promise<string> {
  await add(4)
  await start()
  return spool.id
}

test('a folder put back, then used offline for longer than the copy was behind: nothing new is taken for old', async () => {
  const id = await putBack()
  await add(6)
  await open(8)
  expect(spool.id).not.toBe(id)
  expect(sent.at(-1)).toMatchObject({ spool_id: spool.id, first_seq: 1 })
  expect(ranges()).toEqual([[1, 10]])
})

test('nor when it was started again meanwhile, ended or killed', async () => {
  const id = await putBack()
  await add(3)
  await spool.close()
  await start()
  await add(3)
  await start()
  await open(8)
  expect(spool.id).not.toBe(id)
  expect(ranges()).toEqual([[1, 10]])
})

test('killed while it sends, it goes on under its name', async () => {
  await open(0)
  const { id } = spool
  await add(3)
  await settle()
  await start()
  await open(3)
  expect(spool.id).toBe(id)
  uplink.close()
  await add(1)
  await open(3)
  expect(ranges()).toEqual([
    [1, 3],
    [4, 4],
  ])
})

test('a connection that is lost while it opens sends nothing', async () => {
  await add(3)
  const opened = open(0)
  uplink.close()
  await opened
  await add(1)
  await settle()
  expect(sent).toEqual([])
})

test('what the server refuses is named', async () => {
  await add(1)
  await open(0)
  const refused = [{ index: 0, event_id: 'e1', reason: '金额不正确' }]
  uplink.acknowledged({ type: 'ack', spool_id: spool.id, up_to: 1, refused })
  expect(heard.lines.join('')).toContain('金额不正确')
})
