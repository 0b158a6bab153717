import { beforeEach, expect, test } from 'vitest'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import { freshFolder, heardLog, logItem, openSpool } from '#spool/spool.fixture.ts'
import type { Spool } from '#spool/spool.ts'
import { ManualTime } from '#time/manual-time.ts'
import { Uplink } from './uplink.ts'

let folder: string
let spool: Spool
let time: ManualTime
let sent: Extract<AgentFrame, { type: 'batch' }>[]
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
const ack = (up_to: number, spool_id = spool.id) =>
  uplink.acknowledged({ type: 'ack', spool_id, up_to, refused: [] })
const ranges = () => sent.map(({ first_seq, items }) => [first_seq, first_seq + items.length - 1])
const settle = () => time.advance(0).then(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('begins after what the server holds, one batch at a time', async () => {
  await add(5)
  await uplink.open(0)
  uplink.close()
  sent = []
  await uplink.open(2)
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

test('a long backlog goes up in batches that the server takes', async () => {
  await add(1_200)
  await uplink.open(0)
  for (let last = 0; last < 1_200;) {
    last = ranges().at(-1)?.[1] ?? 0
    ack(last)
    await settle()
  }
  expect(ranges()).toEqual([
    [1, 500],
    [501, 1_000],
    [1_001, 1_200],
  ])
  expect(spool.items).toBe(0)
})

test('without an acknowledgement the batch is sent again', async () => {
  await add(3)
  await uplink.open(0)
  await time.advance(15_000)
  await settle()
  expect(ranges()).toEqual([
    [1, 3],
    [1, 3],
  ])
})

test('a broken connection: nothing is sent until it is open again, then from where the server stands', async () => {
  await add(3)
  await uplink.open(0)
  uplink.close()
  await add(1)
  await time.advance(60_000)
  expect(sent).toHaveLength(1)
  await uplink.open(3)
  expect(ranges().at(-1)).toEqual([4, 4])
})

test('an acknowledgement of another spool is not ours', async () => {
  await add(3)
  await uplink.open(0)
  ack(3, 'other')
  await add(1)
  await settle()
  expect(sent).toHaveLength(1)
})

test('a server that knows more than the disk gets the items under a new spool id', async () => {
  await add(2)
  const { id } = spool
  await uplink.open(40)
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
  await uplink.open(8)
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
  await uplink.open(8)
  expect(spool.id).not.toBe(id)
  expect(ranges()).toEqual([[1, 10]])
})

test('killed while it sends, it goes on under its name', async () => {
  await uplink.open(0)
  const { id } = spool
  await add(3)
  await settle()
  await start()
  await uplink.open(3)
  expect(spool.id).toBe(id)
  uplink.close()
  await add(1)
  await uplink.open(3)
  expect(ranges()).toEqual([
    [1, 3],
    [4, 4],
  ])
})

test('a connection that is lost while it opens sends nothing', async () => {
  await add(3)
  const opened = uplink.open(0)
  uplink.close()
  await opened
  await add(1)
  await settle()
  expect(sent).toEqual([])
})

test('what the server refuses is named', async () => {
  await add(1)
  await uplink.open(0)
  const refused = [{ index: 0, event_id: 'e1', reason: '金额不正确' }]
  uplink.acknowledged({ type: 'ack', spool_id: spool.id, up_to: 1, refused })
  expect(heard.lines.join('')).toContain('金额不正确')
})
