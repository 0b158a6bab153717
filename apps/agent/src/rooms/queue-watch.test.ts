import { beforeEach, expect, test } from 'vitest'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import type { Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import { ManualTime } from '#time/manual-time.ts'
import { desiredRoom } from './desired.fixture.ts'
import { waitingIn } from './queue-answer.ts'
import { QueueWatch } from './queue-watch.ts'
import { Stage } from './stage.fixture.ts'

const CODE = 'ABCD2345'

let time: ManualTime
let sent: { at: number; frame: AgentFrame }[]
let isLinked: boolean
let queue: Waiting[]
let queues: QueueWatch
beforeEach(() => {
  time = new ManualTime()
  sent = []
  isLinked = true
  queue = [lineOf('s1')]
  queues = new QueueWatch({
    time,
    send(frame) {
      if (isLinked) sent.push({ at: time.elapsed(), frame })
      return isLinked
    },
    waiting: (room_code) => (room_code === CODE ? queue : []),
  })
})

const lineOf = (speech_id: string): Waiting => ({
  speech_id,
  text: '欢迎',
  priority: 50,
  age_ms: 0,
  left_ms: 60_000,
  cause: '欢迎',
  ready: true,
})
const waiting = (list: Waiting[]) => ({ type: 'waiting', room_code: CODE, list })

test('of a room that nobody watches nothing is told', async () => {
  await time.advance(60_000)
  expect(sent).toEqual([])
})

test('a watch is answered at once, and changes are told, but not that lines grow older', async () => {
  queues.watch(CODE)
  expect(sent).toEqual([{ at: 0, frame: waiting([lineOf('s1')]) }])
  queue = [{ ...lineOf('s1'), age_ms: 900, left_ms: 59_100 }]
  await time.advance(10_000)
  expect(sent).toHaveLength(1)
  queue = [{ ...lineOf('s1'), ready: false }]
  await time.advance(500)
  queue = []
  await time.advance(500)
  expect(sent.slice(1).map(({ frame }) => frame)).toEqual([
    waiting([{ ...lineOf('s1'), ready: false }]),
    waiting([]),
  ])
})

test('however fast lines come and go and watches are renewed, it tells twice a second', async () => {
  for (let i = 0; i < 200; i++) {
    queue = [lineOf(`s${i}`)]
    queues.watch(CODE)
    await time.advance(50)
  }
  const gaps = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
  expect(gaps).toEqual(Array(20).fill(500))
})

test('it ends 35 s after the last renewal', async () => {
  queues.watch(CODE)
  await time.advance(30_000)
  queues.watch(CODE)
  await time.advance(34_000)
  queue = [lineOf('s2')]
  await time.advance(500)
  expect(sent.map(({ at }) => at)).toEqual([0, 30_500, 64_500])
  await time.advance(500)
  queue = [lineOf('s3')]
  await time.advance(60_000)
  expect(sent).toHaveLength(3)
  queues.watch(CODE)
  expect(sent.at(-1)?.frame).toEqual(waiting([lineOf('s3')]))
})

test('what could not be told is told when the server is back', async () => {
  queues.watch(CODE)
  isLinked = false
  queue = [lineOf('s2')]
  await time.advance(2_000)
  isLinked = true
  await time.advance(500)
  expect(sent.slice(1)).toEqual([{ at: 2_500, frame: waiting([lineOf('s2')]) }])
})

test('closed, it tells nothing more', async () => {
  queues.watch(CODE)
  queues.close()
  queue = []
  await time.advance(1_000)
  expect(sent).toHaveLength(1)
})

test('a room that has ended has no lines', async () => {
  const stage = await Stage.open()
  const room = await stage.run(desiredRoom())
  room.onStage.insert({ id: 'i1', text: '先说', position: 'now' })
  room.onStage.insert({ id: 'i2', text: '再说', position: 'tail' })
  expect(waitingIn(room)).toMatchObject([{ speech_id: 'i2' }])
  await room.stop('now')
  expect(waitingIn(room)).toEqual([])
  expect(waitingIn(undefined)).toEqual([])
})
