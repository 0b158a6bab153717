import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { decisions } from './retention.decisions.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())
beforeEach(() => server.db.query.deleteFrom('trigger_log').execute())

const ago = (days: number) => TEST_NOW - days * DAY_MS
let keys = 0

const add = async (n: number, outcome: string, at: number, more: object = {}) => {
  const of = { set_id: 's', node_id: 'n', node_name: '点', event_id: 'e', event_key: 'danmu' }
  const row = { ...of, room_id: 'r', run_id: null, text: null, trace_json: '{}', outcome, at }
  for (let i = 0; i < n; i += 500) {
    const some = Array.from({ length: Math.min(500, n - i) }, () => ({
      ...row,
      key: `${++keys}`,
      ...more,
    }))
    await server.db.query.insertInto('trigger_log').values(some).execute()
  }
}
/** Young ones, enough that none of the others is among the last of its rule. */
const keepers = (outcome: string) => add(20, outcome, TEST_NOW)

async function pass(): Promise<number> {
  let deleted = 0
  let from: string | number | undefined
  do {
    const step = await server.db.transaction((trx) => decisions(trx, ago(30), from, TEST_NOW))
    deleted += step.deleted
    from = step.next
  } while (from !== undefined)
  return deleted
}

const left = async () => {
  const rows = await server.db.query.selectFrom('trigger_log').selectAll().execute()
  return rows.filter(({ at }) => at < TEST_NOW)
}

test('what fired is kept for thirty days, an error for seven, all else for one', async () => {
  for (const [outcome, days] of [
    ['FIRED', 30],
    ['ERROR', 7],
    ['COOLDOWN', 1],
    ['made up', 1],
  ] as const) {
    await keepers(outcome)
    await add(1, outcome, ago(days) - 1)
    await add(1, outcome, ago(days))
  }
  expect(await pass()).toBe(4)
  expect((await left()).map(({ outcome }) => outcome).sort()).toEqual([
    'COOLDOWN',
    'ERROR',
    'FIRED',
    'made up',
  ])
  expect(await pass()).toBe(0)
})

test('the last twenty of a rule and an outcome stay, however old', async () => {
  await add(700, 'COND', ago(90))
  await add(3, 'COND', ago(90), { node_id: 'seldom' })
  await add(30, 'COND', ago(90), { set_id: 'other' })
  expect(await pass()).toBe(690)
  const kept = await left()
  const of = (set_id: string, node_id: string) =>
    kept.filter((row) => row.set_id === set_id && row.node_id === node_id).length
  expect([of('s', 'n'), of('s', 'seldom'), of('other', 'n')]).toEqual([20, 3, 20])
})

test('what was read goes after a day where it fired, and stays with an error', async () => {
  await add(600, 'FIRED', ago(1) - 1)
  await add(1, 'FIRED', ago(1))
  await add(1, 'ERROR', ago(2))
  await pass()
  const kept = await left()
  const traced = kept.filter(({ trace_json }) => trace_json !== null)
  expect([kept.length, ...traced.map(({ outcome, at }) => [outcome, at])]).toEqual([
    602,
    ['FIRED', ago(1)],
    ['ERROR', ago(2)],
  ])
})
