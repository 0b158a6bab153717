import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { createIngest } from './ingest.service.ts'

let server: TestServer
let operator: Login
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())
beforeEach(async () => {
  air = await buildOnAir(server.platform)
})

const MINUTE = Math.floor(TEST_NOW / 60_000)
const HOUR = Math.floor(TEST_NOW / 3_600_000)

const row = (outcome: string, n: number, node_id = 'n1', set_id = 's') => ({
  set_id,
  v: 2,
  node_id,
  outcome,
  n,
})
const counts = (minute: number, ...rows: ReturnType<typeof row>[]) => ({
  type: 'counts',
  room_code: air.room.room_code,
  run_id: air.run.run_id,
  minute,
  rows,
})
const anew = () => createIngest(server.platform, { forward: async () => {} })
const store = (spool: string, first: number, items: unknown[], ingest = anew()) =>
  ingest.storeSpool(air.pc.id, spool, first, items)
const minutes = () =>
  server.db.query
    .selectFrom('rule_minute')
    .selectAll()
    .where('room_id', '=', air.room.id)
    .orderBy('outcome')
    .orderBy('minute')
    .execute()

const found = (word: string, side: string, n: number) => ({ word, side, n })

test('words that were found are added up by room and day, and no batch twice', async () => {
  const first = { ...counts(MINUTE), words: [found('笨蛋', 'said', 2), found('笨蛋', 'heard', 1)] }
  await store('w', 1, [first])
  await store('w', 1, [first, { ...counts(MINUTE), words: [found('笨蛋', 'said', 3)] }])
  const days = server.db.query
    .selectFrom('word_day')
    .select(['word', 'day', 'side', 'n'])
    .where('room_id', '=', air.room.id)
    .orderBy('side')
  const day = dayOf(TEST_NOW)
  expect(await days.execute()).toEqual([
    { word: '笨蛋', day, side: 'heard', n: 1 },
    { word: '笨蛋', day, side: 'said', n: 5 },
  ])
})

test('what rules did is added up by minute and hour, and no batch twice', async () => {
  const first = [counts(MINUTE, row('FIRED', 3), row('HEARD', 9, ''))]
  await store('a', 1, first)
  await store('a', 1, [
    ...first,
    counts(MINUTE, row('FIRED', 2)),
    counts(MINUTE - 1, row('FIRED', 1)),
  ])
  expect(await minutes()).toMatchObject([
    { minute: MINUTE - 1, outcome: 'FIRED', n: 1 },
    { minute: MINUTE, outcome: 'FIRED', n: 5, set_id: 's', node_id: 'n1', v: 2 },
    { outcome: 'HEARD', n: 9, node_id: '' },
  ])
  const hours = await server.db.query
    .selectFrom('rule_hour')
    .select(['hour', 'n'])
    .where('set_id', '=', 's')
    .where('outcome', '=', 'FIRED')
    .orderBy('hour')
    .execute()
  // The test begins with a full hour
  expect(hours).toEqual([
    { hour: HOUR - 1, n: 1 },
    { hour: HOUR, n: 5 },
  ])
})

test('the same batch on two servers at once counts once', async () => {
  const servers = [anew(), anew()]
  for (let i = 0; i < 12; i++)
    await Promise.all(
      servers.map((ingest) => store(`spool-${i}`, 1, [counts(MINUTE, row('FIRED', 1))], ingest)),
    )
  expect(await minutes()).toMatchObject([{ outcome: 'FIRED', n: 12 }])
})

test('a minute that cannot be is the present one; one of another PC’s room is refused', async () => {
  await store('a', 1, [counts(MINUTE + 60, row('FIRED', 1)), counts(1, row('FIRED', 1))])
  expect(await minutes()).toMatchObject([{ minute: MINUTE, n: 2 }])
  const other = await buildOnAir(server.platform)
  const theirs = { ...counts(MINUTE, row('FIRED', 1)), room_code: other.room.room_code }
  const { up_to, refused } = await store('a', 3, [theirs])
  expect({ up_to, refused: refused.length }).toEqual({ up_to: 3, refused: 1 })
})

test('sets and their nodes say what they did in the last day', async () => {
  const draft = { name: '数一数', kind: 'talk' } as const
  const { rule_id } = (await server.call(talkApi.add, draft, operator)).data
  const of = (outcome: string, n: number, node = 'n1') => row(outcome, n, node, rule_id)
  await store('a', 1, [
    counts(MINUTE, of('FIRED', 132), of('COOLDOWN', 40), of('LIMIT', 2), of('COND', 7)),
    counts(MINUTE - 60, of('ERROR', 1, 'n2'), of('HEARD', 500, '')),
    counts(MINUTE - 24 * 60, of('FIRED', 1_000)),
  ])
  const { data } = await server.call(talkApi.data, { rule_id }, operator)
  expect(data.row).toMatchObject({ fired_24h: 132, held_24h: 42, errors_24h: 1 })
  expect(data.node_stats.sort((a, b) => a.node_id.localeCompare(b.node_id))).toEqual([
    { node_id: 'n1', fired: 132, cooldown: 40, held: 42, errors: 0 },
    { node_id: 'n2', fired: 0, cooldown: 0, held: 0, errors: 1 },
  ])
})
