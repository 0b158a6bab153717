import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReportedRoom, type DesiredRoom, type SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { RoomMode, WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { writeJson } from '#disk/json-file.ts'
import { openSpool, readAll } from '#spool/spool.fixture.ts'
import type { ManualTime } from '#time/manual-time.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf, giftOf } from './event.fixture.ts'
import type { HandSource } from './hand-source.fixture.ts'
import type { Room } from './room.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage
let time: ManualTime
let sources: HandSource[]
let spooled: SpoolItem[]

beforeEach(async () => {
  stage = await Stage.open()
  ;({ time, sources, spooled } = stage)
})

const run = (desired: DesiredRoom, lacking?: string) => stage.run(desired, lacking)
const happen = (event?: LiveEvent) => stage.happen(event)
const spoken = () => stage.spoken()
const eventsSpooled = () => stage.events()
const decisions = () => stage.decisions()

test('ready until its source is connected, then on air', async () => {
  const room = await run(desiredRoom())
  expect(room.report()).toMatchObject({
    worker: WorkerStatus.ready,
    run_id: 'run-1',
    config_hash: 'h1',
  })
  sources[0]?.connect()
  expect(room.report()).toMatchObject({
    worker: WorkerStatus.living,
    source: { kind: 'hand', connected: true },
  })
  if (sources[0]) sources[0].connected = false
  expect(room.report()).toMatchObject({ worker: WorkerStatus.living, source: { connected: false } })
  expect(stage.changes).toBe(1)
})

test('a gift goes up with its run, fires a rule with its trace, and is thanked for', async () => {
  await run(desiredRoom())
  happen(giftOf(10_000, { event_id: 'g1' }))
  expect(eventsSpooled()).toMatchObject([
    { run_id: 'run-1', event: { event_id: 'g1', is_test: false } },
  ])
  const [fired] = decisions().filter(({ outcome }) => outcome === 'FIRED')
  expect(fired).toMatchObject({
    event_id: 'g1',
    event_key: 'gift.receive',
    trace: { event_id: 'g1' },
  })
  expect(spoken()).toHaveLength(1)
  expect(spoken()[0]).toContain('观众甲')
})

test('what comes twice counts once and is answered once', async () => {
  await run(desiredRoom())
  happen(giftOf(100, { event_id: 'g1' }))
  happen(giftOf(100, { event_id: 'g1' }))
  expect(eventsSpooled()).toHaveLength(1)
  expect(new Set(decisions().map(({ event_id }) => event_id))).toEqual(new Set(['g1']))
})

test('money that comes under a known id and says something else goes up for the ledger to decide, and is not answered', async () => {
  await run(desiredRoom())
  happen(eventOf({ event_id: 'g1' }))
  const answered = decisions().length
  happen(giftOf(10_000, { event_id: 'g1' }))
  happen(giftOf(20_000, { event_id: 'g1' }))
  happen(giftOf(20_000, { event_id: 'g1' }))
  expect(eventsSpooled().map(({ event }) => event.gift?.fen)).toEqual([undefined, 10_000, 20_000])
  expect(decisions()).toHaveLength(answered)
})

test('forwarded events go through the rules and not into the ledger again', async () => {
  const room = await run(desiredRoom())
  room.forwarded([giftOf(10_000, { event_id: 'p1', source: 'douyin' })])
  room.forwarded([giftOf(10_000, { event_id: 'p1', source: 'douyin' })])
  expect(eventsSpooled()).toHaveLength(0)
  expect(spoken()).toHaveLength(1)
})

test('a rehearsal’s money is marked as test', async () => {
  await run(desiredRoom({}, { mode: RoomMode.record }))
  happen(giftOf(100))
  expect(eventsSpooled()[0]?.event.is_test).toBe(true)
})

const enter = (event_id: string) => eventOf({ kind: 'enter', event_id, text: undefined })

test('cooldowns and known events survive a restart in the same run', async () => {
  const first = await run(desiredRoom())
  happen(enter('e1'))
  const said = spoken().length
  expect(said).toBe(1)
  await first.stop('now')
  await run(desiredRoom())
  happen(enter('e1'))
  happen(enter('e2'))
  expect(spoken()).toHaveLength(said)
  expect(eventsSpooled().map(({ event }) => event.event_id)).toEqual(['e1', 'e2'])
  expect(decisions().at(-1)).toMatchObject({ event_id: 'e2', outcome: 'COOLDOWN' })
})

test('a clock that is set while it runs: what was met stays met, and the timeline goes on', async () => {
  await run(desiredRoom())
  for (let i = 0; i < 30; i++) happen(enter(`e${i}`))
  time.jump(86_400_000)
  happen(enter('e1'))
  expect(eventsSpooled()).toHaveLength(30)
  time.jump(-2 * 86_400_000)
  await time.advance(1_000)
  happen(enter('later'))
  expect(decisions().at(-1)).toMatchObject({ event_id: 'later' })
})

test.each([{ cooldowns: { room: null } }, { limits: null }, { pots: [null] }])(
  'what it remembers of the rules does not fit: it begins afresh there, and knows its events: %j',
  async (rules) => {
    const met = [['simulator|e1', time.now()]]
    await writeJson(join(stage.folder, 'ABCD2345.json'), { run_id: 'run-1', rules, seen: met })
    const room = await run(desiredRoom())
    sources[0]?.connect()
    expect(room.report()).toMatchObject({ worker: WorkerStatus.living, error: null })
    expect(stage.heard.lines.join('')).toContain('从头开始')
    happen(enter('e1'))
    happen(enter('e2'))
    expect(eventsSpooled().map(({ event }) => event.event_id)).toEqual(['e2'])
    expect(spoken()).toHaveLength(1)
  },
)

test('a start that goes wrong is the failure of the room, with its reason', async () => {
  stage.beginSource = () => {
    throw new Error('no such module')
  }
  const room = await run(desiredRoom())
  expect(room.report()).toMatchObject({
    worker: WorkerStatus.unliving,
    error: expect.stringContaining('no such module'),
  })
  expect(room.actual().phase).toBe('over')
  await room.stop('now')
})

test('what it remembers on the disk is in the spool there: a kill in between loses no gift', async () => {
  const spool = await openSpool(join(stage.folder, 'spool'))
  // Others flush as well. What happens after a flush is on the disk with the next one only.
  let flushes = 0
  stage.flush = async () => {
    for (const item of spooled.splice(0)) spool.append(item)
    const isDurable = await spool.flush()
    happen(giftOf(100, { event_id: `after-flush-${++flushes}` }))
    return isDurable
  }
  await run(desiredRoom())
  happen(giftOf(100, { event_id: 'g1' }))
  await time.advance(2_000)
  const path = join(stage.folder, 'ABCD2345.json')
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain('|g1'))
  const kept = await readFile(path, 'utf8')
  expect(kept).not.toContain(`after-flush-${flushes}`)
  expect(JSON.stringify(readAll(spool))).toContain('"g1"')
  await spool.close()
})

test('a disk that does not take its events is not told that they were met', async () => {
  stage.flush = async () => false
  const room = await run(desiredRoom())
  happen(giftOf(100, { event_id: 'g1' }))
  await room.stop('now')
  await run(desiredRoom())
  happen(giftOf(100, { event_id: 'g1' }))
  expect(eventsSpooled()).toHaveLength(2)
})

test('a reset clears the queue and the cooldowns, not the memory of events', async () => {
  const room = await run(desiredRoom())
  happen(enter('e1'))
  happen(giftOf(100_000, { event_id: 'g1' }))
  expect(room.report().queue).toBeGreaterThan(0)
  room.reset()
  expect(room.report().queue).toBe(0)
  happen(enter('e1'))
  happen(enter('e2'))
  expect(eventsSpooled().map(({ event }) => event.event_id)).toEqual(['e1', 'g1', 'e2'])
  expect(decisions().at(-1)).toMatchObject({ event_id: 'e2', outcome: 'FIRED' })
})

test('stop after the sentence waits for it, and is sharpened by a second one', async () => {
  const room = await run(desiredRoom())
  happen(giftOf(100_000))
  let hasStopped = false
  const stopped = room.stop('sentence').then(() => (hasStopped = true))
  expect(room.report().worker).toBe(WorkerStatus.ready)
  await time.advance(500)
  expect(hasStopped).toBe(false)
  await room.stop('now')
  await stopped
  expect(sources[0]?.stops).toBe(1)
  happen(eventOf({ event_id: 'late' }))
  expect(eventsSpooled().some(({ event }) => event.event_id === 'late')).toBe(false)
})

/** Stops while the source is ending, which takes it a while; answers whether it had ended when the stop was over. */
async function waitedFor(room: Room): Promise<boolean | undefined> {
  const stopped = room.stop('now').then(() => sources[0]?.hasEnded)
  // What the room remembers could be written by now
  await new Promise((resolve) => setTimeout(resolve, 50))
  await time.advance(50)
  return stopped
}

test('a sharper stop waits as well until the source has ended', async () => {
  const room = await run(desiredRoom())
  if (sources[0]) sources[0].stopMs = 50
  void room.stop('sentence')
  expect(await waitedFor(room)).toBe(true)
})

test('a stop waits for a source that ends because the run is over', async () => {
  const room = await run(desiredRoom())
  if (sources[0]) sources[0].stopMs = 50
  sources[0]?.sink?.failed('身份码错误')
  expect(await waitedFor(room)).toBe(true)
})

test('a source that does not end properly holds up no stop', async () => {
  const room = await run(desiredRoom())
  if (sources[0]) sources[0].stop = () => Promise.reject(new Error('EPIPE'))
  await room.stop('now')
  expect(spooled.filter(({ type }) => type === 'log')).toMatchObject([{ level: 'warn' }])
})

test('without what its source needs it fails, with the reason', async () => {
  const room = await run(desiredRoom(), '没有凭据')
  expect(room.report()).toMatchObject({
    worker: WorkerStatus.unliving,
    run_id: 'run-1',
    error: '没有凭据',
  })
  expect(spooled).toMatchObject([{ type: 'log', level: 'error', text: '没有凭据' }])
})

test('a source that gives up fails the room', async () => {
  const room = await run(desiredRoom())
  sources[0]?.connect()
  sources[0]?.sink?.failed('身份码错误')
  expect(room.report()).toMatchObject({ worker: WorkerStatus.unliving, error: '身份码错误' })
  expect(room.actual().phase).toBe('over')
  await room.stop('now')
})

test('sentences that are too long for a report are cut, so that the server takes it', async () => {
  const room = await run(desiredRoom())
  if (sources[0]) sources[0].detail = '网'.repeat(600)
  sources[0]?.sink?.failed('错'.repeat(600))
  const report = ReportedRoom.parse(room.report())
  expect(report.source?.detail).toBe('网'.repeat(500))
  expect(report.error).toBe('错'.repeat(500))
})

test('when the platform ends the stream, the run ends, but not in a moment’s break', async () => {
  const room = await run(desiredRoom())
  sources[0]?.connect()
  happen(eventOf({ kind: 'live_end', event_id: 'end-1', text: undefined }))
  await time.advance(9_999)
  happen(eventOf({ kind: 'live_start', event_id: 'start-1', text: undefined }))
  await time.advance(60_000)
  expect(room.actual().phase).toBe('running')
  happen(eventOf({ kind: 'live_end', event_id: 'end-2', text: undefined }))
  await time.advance(10_000)
  expect(room.actual().phase).toBe('over')
  expect(room.report()).toMatchObject({ worker: WorkerStatus.unliving, error: null })
  expect(sources[0]?.stops).toBe(1)
})

test('a recording that tells of an end does not end the run', async () => {
  const room = await run(desiredRoom())
  if (sources[0]) sources[0].kind = 'replay'
  happen(eventOf({ kind: 'live_end', text: undefined }))
  await time.advance(60_000)
  expect(room.actual().phase).toBe('running')
})

test('another run meets the same recording anew', async () => {
  const first = await run(desiredRoom())
  happen(giftOf(100_000, { event_id: 'g1' }))
  await first.stop('now')
  await run(desiredRoom({ run_id: 'run-2' }))
  happen(giftOf(100_000, { event_id: 'g1' }))
  expect(eventsSpooled().map(({ run_id }) => run_id)).toEqual(['run-1', 'run-2'])
})

test('new rules take effect in the middle of a run, the source goes on', async () => {
  const room = await run(desiredRoom())
  await room.update(desiredRoom({ config_hash: 'h2' }, { rules: [] }))
  happen(giftOf(10_000))
  expect(spoken()).toHaveLength(0)
  expect(eventsSpooled()).toHaveLength(1)
  expect(sources).toHaveLength(1)
  expect(room.report().config_hash).toBe('h2')
})

test('other credentials begin another source; the old one is not heard any more', async () => {
  const room = await run(desiredRoom())
  await room.update(desiredRoom({ config_hash: 'h2' }, { credentials: { code: 'new' } }))
  expect(sources).toHaveLength(2)
  expect(sources[0]?.stops).toBe(1)
  sources[0]?.sink?.event(eventOf({ event_id: 'from-old' }))
  sources[1]?.sink?.event(eventOf({ event_id: 'from-new' }))
  expect(eventsSpooled().map(({ event }) => event.event_id)).toEqual(['from-new'])
})

const withCode = (code: string) =>
  desiredRoom({ config_hash: code }, { platform: 'bilibili', credentials: { code } })
const onAir = () => sources.filter(({ sink, stops }) => sink && stops === 0)

test('credentials that change twice while the source before still ends: one source goes on', async () => {
  const room = await run(withCode('one'))
  if (sources[0]) sources[0].stopMs = 50
  const updates = [room.update(withCode('two')), room.update(withCode('three'))]
  await time.advance(0)
  await time.advance(50)
  await Promise.all(updates)
  expect(onAir()).toHaveLength(1)
  expect(room.report().config_hash).toBe('three')
  await room.stop('now')
  expect(onAir()).toHaveLength(0)
})

test('credentials that change while the room still reads what it remembers: one source begins', async () => {
  const room = stage.roomOf(withCode('one'))
  await Promise.all([room.start(), room.update(withCode('two'))])
  expect(onAir()).toHaveLength(1)
})

test('a stop in the midst of a change leaves no source', async () => {
  const room = await run(withCode('one'))
  if (sources[0]) sources[0].stopMs = 50
  const work = [room.update(withCode('two')), room.stop('now')]
  await time.advance(0)
  await time.advance(50)
  await Promise.all(work)
  expect(onAir()).toHaveLength(0)
})

test('rules that do not compile leave the ones before in force, and the timeline says so', async () => {
  const room = await run(desiredRoom())
  const [set] = desiredRoom().config.rules ?? []
  const broken = set ? [set, set] : []
  await room.update(desiredRoom({ config_hash: 'h2' }, { rules: broken }))
  happen(giftOf(10_000))
  expect(spoken()).toHaveLength(1)
  expect(spooled.some((item) => item.type === 'log' && item.text.includes('话术规则有误'))).toBe(
    true,
  )
})
