import { beforeEach, expect, test } from 'vitest'
import type { DesiredRoom, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { StopOrder } from '@kaibo/contract/agent/stop.schema.ts'
import { OpenStatus, StopLive, WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { Action } from '@kaibo/contract/talk/action.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf, giftOf } from './event.fixture.ts'
import type { Room } from './room.ts'
import { Stage } from './stage.fixture.ts'

const MINUTE_MS = 60_000
/** 23:28 in Shanghai. */
const NOW = Date.parse('2026-01-05T15:28:00Z')
const DUE = NOW + 2 * MINUTE_MS

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
  stage.clock.learn(NOW)
  stage.isLinked = false
})

const order = (of: Partial<StopOrder> = {}): StopOrder => ({
  mode: StopLive.postpone,
  at: DUE,
  due_at: DUE,
  cap_at: DUE + 30 * MINUTE_MS,
  step_min: 5,
  gift_s: 60,
  ...of,
})
const quiet: Partial<DesiredRoom['config']> = { rules: [] }
async function run(stop: StopOrder | undefined, config = quiet): Promise<Room> {
  const room = await stage.run(desiredRoom(stop && { stop }, config))
  stage.sources.at(-1)?.connect()
  return room
}
const paid = (event_id: string, at = stage.clock.now()) => giftOf(100, { event_id, at })
const logs = () => stage.spooled.flatMap((item) => (item.type === 'log' ? [item.text] : []))
const ended = (by: ReportedRoom['ended_by']) => ({
  worker: WorkerStatus.unliving,
  error: null,
  ended_by: by,
})

test('postponed from 23:30 for a gift of 23:29, said, and then stopped: without a server', async () => {
  const room = await run(order())
  await stage.time.advance(90_000)
  stage.happen(paid('g1'))
  await stage.time.advance(31_000)
  expect(logs()).toEqual(['已顺延5分钟，将在23:35停播'])
  const later = { due_at: DUE + 5 * MINUTE_MS, cap_at: DUE + 30 * MINUTE_MS }
  expect(room.report()).toMatchObject({ worker: WorkerStatus.living, stop_postponed: later })
  await stage.time.advance(5 * MINUTE_MS - 3_000)
  expect(room.report().worker).toBe(WorkerStatus.living)
  await stage.time.advance(3_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
  expect(logs()).toHaveLength(1)
})

test('gifts that nobody has paid keep no run on air', async () => {
  const room = await run(order())
  await stage.time.advance(100_000)
  stage.happen(eventOf({ event_id: 'd1', at: stage.clock.now() }))
  stage.happen({ ...paid('t1'), is_test: true })
  stage.happen({ ...paid('a1'), is_ai: true })
  await stage.time.advance(21_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('gifts without end keep it until the cap', async () => {
  const room = await run(order({ cap_at: DUE + 7 * MINUTE_MS }))
  for (let at = 0; at < 8.5 * 60; at += 30) {
    stage.happen(paid(`g${at}`))
    await stage.time.advance(30_000)
  }
  expect(logs()).toEqual(['已顺延5分钟，将在23:35停播', '已顺延7分钟，将在23:37停播'])
  expect(room.report().worker).toBe(WorkerStatus.living)
  stage.happen(paid('last'))
  await stage.time.advance(32_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('at the set time nothing keeps it', async () => {
  const room = await run(order({ mode: StopLive.check_setime, cap_at: DUE }))
  await stage.time.advance(119_000)
  stage.happen(paid('g1'))
  await stage.time.advance(2_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('while the server is there it is the one that ends runs', async () => {
  stage.isLinked = true
  const room = await run(order())
  await stage.time.advance(10 * MINUTE_MS)
  expect(room.report().worker).toBe(WorkerStatus.living)
  stage.isLinked = false
  await stage.time.advance(2_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('what is being said is finished first, and the rules say good-bye', async () => {
  const room = await run(order(), { rules: [defaultRuleSet()] })
  await stage.time.advance(119_500)
  stage.happen(eventOf({ kind: 'enter', event_id: 'e1', text: undefined, at: stage.clock.now() }))
  await stage.time.advance(1_000)
  // The sentence waits no more: only what is being said holds the end up.
  expect(room.actual()).toMatchObject({ phase: 'stopping', stop_mode: 'sentence' })
  expect(room.report()).toMatchObject({ worker: WorkerStatus.living, ended_by: 'stop_condition' })
  await stage.time.advance(20_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('a clock that is set changes nothing: the server’s counts', async () => {
  const room = await run(order())
  stage.time.jump(3_600_000)
  await stage.time.advance(60_000)
  stage.time.jump(-7_200_000)
  expect(room.report().worker).toBe(WorkerStatus.living)
  await stage.time.advance(61_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

test('killed after it was postponed, it goes on by that; killed after its end, it does not begin again', async () => {
  const first = await run(order())
  await stage.time.advance(110_000)
  stage.happen(paid('g1'))
  await stage.time.advance(11_000)
  await first.stop('now', false)
  const second = await run(order())
  await stage.time.advance(4 * MINUTE_MS)
  expect(second.report().worker).toBe(WorkerStatus.living)
  await stage.time.advance(2 * MINUTE_MS)
  expect(second.report()).toMatchObject(ended('stop_condition'))
  await second.stop('now', false)
  const third = await run(order())
  expect(third.report()).toMatchObject(ended('stop_condition'))
  expect(stage.sources).toHaveLength(2)
  await third.stop('now', false)
  const next = await stage.run(desiredRoom({ run_id: 'run-2' }, quiet))
  expect(next.report().worker).toBe(WorkerStatus.ready)
})

test('another order of the server’s counts, also an earlier one', async () => {
  const room = await run(order())
  stage.happen(paid('g1'))
  await room.update(
    desiredRoom({ stop: order({ due_at: NOW + 5_000, cap_at: NOW + 5_000 }) }, quiet),
  )
  await stage.time.advance(6_000)
  expect(room.report()).toMatchObject(ended('stop_condition'))
})

const stopping = (action: Omit<Extract<Action, { kind: 'stopLive' }>, 'kind'>) => {
  const on = { enabled: OpenStatus.open, name: '停' }
  const actions: Action[] = [{ kind: 'stopLive', ...action }]
  const children: RuleSet['root']['children'] = [{ ...on, id: 'stop', type: 'son', actions }]
  const triggers = [{ event: 'gift.receive' }]
  const set = { ...on, id: 'root', type: 'root', triggers, hit: 'all', children } as const
  return { rules: [{ id: 'stop', name: '停', version: 1, root: set }] }
}

test('a rule’s wish is told until the server has heard it', async () => {
  stage.isLinked = true
  const room = await run(undefined, stopping({ mode: StopLive.check_setime, at: '23:40' }))
  stage.happen(paid('g1'))
  const due_at = NOW + 12 * MINUTE_MS
  const { stop_wish } = room.report()
  expect(stop_wish).toMatchObject({ mode: StopLive.check_setime, due_at, cap_at: due_at })
  const effects = stage.spooled.filter(({ type }) => type === 'effect')
  expect(effects).toMatchObject([{ kind: 'stopLive', state: 'done', event_id: 'g1' }])
  room.direct(desiredRoom({ wish_heard: stop_wish?.effect }))
  expect(room.report().stop_wish).toBeUndefined()
})

test('a rule ends the run while the server is away, if that comes before the order', async () => {
  const room = await run(order(), stopping({ mode: StopLive.game_end }))
  stage.happen(paid('g1'))
  await stage.time.advance(2_000)
  expect(room.report()).toMatchObject(ended('rule_stop'))
})
