import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { DAY_MS, dayOf } from '@kaibo/contract/kernel/day.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, buildRun, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import { createRetention } from './retention.service.ts'
import { ROWS_A_STEP } from './retention.step.ts'
import { STEPS } from './retention.steps.ts'
import { CLASSED, CLASSES, KEPT, type KeepDays } from './retention.tables.ts'

let server: TestServer
let air: OnAir

beforeEach(async () => {
  server = await bootServer()
  air = await buildOnAir(server.platform)
})
afterEach(() => server.close())

const ago = (days: number) => TEST_NOW - days * DAY_MS
const retain = async () => {
  await server.db.query.updateTable('job_lease').set({ until: 0 }).execute()
  await server.app.jobs.look()
}
const all = (table: string) =>
  sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(server.db.query)
const countOf = async (table: string) => (await all(table)).rows.length
const runOf = (run_id: string) =>
  server.db.query
    .selectFrom('run')
    .selectAll()
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()

const moment = (key: string, at: number) => {
  const where = { room_id: air.room.id, run_id: null }
  return { key, at, ...where, kind: 'log', tag: 'info', text: key, event_id: null, data_json: null }
}
const command = (id: string, at: number, state: string) => {
  const where = { pc_id: air.pc.id, room_id: air.room.id, name: 'room.reset' }
  const times = { deliver_by: at, created_at: at, updated_at: at }
  return { id, ...where, state, detail: null, created_by: 'me', ...times }
}
const session = (id: string, uid: string, created_at: number) => {
  const from = { ip: '', user_agent: 'x', ended: null, ended_at: null }
  return { id, token_hash: id, uid, created_at, last_seen_at: created_at, ...from }
}

/** Without those of the migrator, and on SQLite those of the index over `search_entry`. */
const tables = async () =>
  (await server.db.query.introspection.getTables()).filter(
    ({ name }) => !/^(kysely|search_token)(_|$)/.test(name),
  )

const isNumber = (type: string) => !/text|char|tsvector/i.test(type)

const withoutMark = (row: Record<string, unknown>) => ({ ...row, viewers_state: undefined })

const minutesKept = async () => (await all('room_minute')).rows.map(({ minute }) => Number(minute))

const gift = (event_id: string, at: number) =>
  server.app.ingest.push(air.account.account_id, air.room.room_code, [
    giftEvent(air.room.room_code, { event_id, at, gift: { fen: 100 } }),
  ])

const viewersOf = (run_id: string, n: number) =>
  Array.from({ length: n }, (_, i) => ({ run_id, open_id: `v${i}`, paid: 0 }))

const sentBy = (open_id: string) => ({ user: { open_id, nickname: open_id } })

const KEEP_DAYS = Object.fromEntries(
  CLASSED.map((table) => [table, CLASSES[table].days]),
) as KeepDays

const turnOfOneStep = (retention: Job<Tables>) => {
  const ending = new AbortController()
  return retention.work({
    unit: 'command',
    taken_at: Date.now(),
    tries: 1,
    signal: ending.signal,
    transaction: (work) => server.db.transaction(work).finally(() => ending.abort()),
  })
}

const stepOfMoments = (from?: number | string) =>
  server.db.transaction((trx) => STEPS.room_moment(trx, ago(30), from, TEST_NOW))

describe('every table', () => {
  test('is either kept for ever or in a class', async () => {
    const names = (await tables()).map(({ name }) => name)
    expect(names.sort()).toEqual([...Object.keys(KEPT), ...CLASSED].sort())
  })

  test('that is in no class keeps its rows, however old they are', async () => {
    // One more row in each, whose every instant is as old as can be.
    for (const { name, columns } of await tables()) {
      const given = columns.filter((column) => !(column.name === 'id' && isNumber(column.dataType)))
      const values = given.map((column) => (isNumber(column.dataType) ? 1 : 'x'))
      await sql`
        insert into ${sql.table(name)} (${sql.join(given.map((column) => sql.ref(column.name)))})
        values (${sql.join(values.map((value) => sql.lit(value)))})`.execute(server.db.query)
    }
    // Written by the server itself, or swept by a job of their own
    const servers = ['instance', 'bus_row', 'used_once', 'login_limit', 'self_check']
    const voices = ['voice_wait', 'voice_binding', 'voice_test']
    const own = ['job_lease', 'setting', 'run_tape', 'rule_replay', ...servers, ...voices]
    const kept = Object.keys(KEPT).filter((name) => !own.includes(name))
    const read = async () => {
      const rows = await Promise.all(kept.map(all))
      return kept.map((name, i) => ({ name, rows: rows[i]?.rows.map(withoutMark) }))
    }
    const before = await read()
    for (let n = 0; n < 3; n++) await retain()
    expect(await read()).toEqual(before)
    expect(before.every(({ rows }) => (rows?.length ?? 0) > 0)).toBe(true)
    expect(await countOf('setting')).toBeGreaterThan(0)
    // And what is in a class went by the same turns.
    expect(await countOf('room_moment')).toBe(0)
    expect(await countOf('run_viewer')).toBe(0)
  })
})

describe('old rows are deleted, young ones kept', () => {
  const cases = {
    room_moment: (key: string, at: number) =>
      server.db.query.insertInto('room_moment').values(moment(key, at)).execute(),
    command: (key: string, at: number) =>
      server.db.query
        .insertInto('command')
        .values(command(key, at, 'done'))
        .execute(),
    session: (key: string, at: number) =>
      server.db.query
        .insertInto('session')
        .values(session(key, 'somebody', at))
        .execute(),
  }
  test.each(Object.entries(cases))('of %s', async (table, add) => {
    const { days } = CLASSES[table as keyof typeof cases]
    await add('1', ago(days) - 1)
    await add('2', ago(days))
    await add('3', TEST_NOW)
    await retain()
    expect(await countOf(table)).toBe(2)
    server.clock.advance(1)
    await retain()
    expect(await countOf(table)).toBe(1)
  })

  test('in steps of limited size, skipping rows that stay', async () => {
    const rows = Array.from({ length: 2 * ROWS_A_STEP + 7 }, (_, i) => moment(`t${i}`, ago(40)))
    const young = Array.from({ length: ROWS_A_STEP }, (_, i) => moment(`y${i}`, TEST_NOW))
    for (const some of [rows.slice(0, 600), [moment('late', TEST_NOW)], rows.slice(600), young])
      await server.db.query.insertInto('room_moment').values(some).execute()
    const first = await stepOfMoments()
    expect(first.deleted).toBe(ROWS_A_STEP)
    const second = await stepOfMoments(first.next)
    expect(second.deleted).toBe(ROWS_A_STEP - 1)
    const third = await stepOfMoments(second.next)
    expect(third).toEqual({ deleted: 8, next: undefined })
    expect(await countOf('room_moment')).toBe(ROWS_A_STEP + 1)
  })

  test('by the slower of the server’s and the database’s clock', async () => {
    await cases.room_moment('young', Date.now() - DAY_MS)
    server.clock.set(Date.now() + 3_650 * DAY_MS)
    await retain()
    expect(await countOf('room_moment')).toBe(1)
  })
})

test('a turn continues where the previous one ended', async () => {
  const waiting = Array.from({ length: ROWS_A_STEP }, (_, i) =>
    command(`c${String(i).padStart(4, '0')}`, ago(200), 'queued'),
  )
  await server.db.query.insertInto('command').values(waiting).execute()
  await server.db.query
    .insertInto('command')
    .values(command('d', ago(200), 'done'))
    .execute()
  const retention = createRetention(server.platform, KEEP_DAYS)
  expect(await turnOfOneStep(retention)).toBe('more')
  expect(await turnOfOneStep(retention)).toBe('done')
  expect(await countOf('command')).toBe(ROWS_A_STEP)
})

test('an unfinished command is kept', async () => {
  const states = ['queued', 'received', 'done', 'failed', 'rejected', 'expired']
  const rows = states.map((state) => command(state, ago(200), state))
  await server.db.query.insertInto('command').values(rows).execute()
  await retain()
  const left = (await all('command')).rows.map(({ state }) => state)
  expect(left).toHaveLength(2)
  expect(left).toEqual(expect.arrayContaining(['queued', 'received']))
})

test('valid logins are kept, and the last one of each account, by which a new device is recognised', async () => {
  const add = (...row: Parameters<typeof session>) =>
    server.db.query
      .insertInto('session')
      .values(session(...row))
      .execute()
  await add('1', 'gone', ago(400))
  await add('2', 'gone', ago(300))
  await add('3', 'here', ago(300))
  const login = await server.login('operator')
  await retain()
  const left = (await all('session')).rows.map(({ id }) => id)
  expect(left).toContain('2')
  expect(left).toContain('3')
  expect(left).not.toContain('1')
  expect((await server.call(authApi.info, {}, login)).code).toBe(0)
})

describe('minutes', () => {
  test('are compared only as far back as they are kept, even if late events arrive', async () => {
    await gift('old', ago(31))
    await gift('young', ago(29))
    expect(await minutesKept()).toHaveLength(2)
    await retain()
    expect(await minutesKept()).toHaveLength(1)
    expect(await reconcile(server.db)).toEqual([])
    // A minute of which the rest is gone: it counts for the day, and is not compared.
    await gift('late', ago(31) + 1)
    expect(await reconcile(server.db)).toEqual([])
    await retain()
    expect(await minutesKept()).toHaveLength(1)
    expect(await countOf('ledger_entry')).toBe(3)
  })

  test('that are kept are compared still', async () => {
    await gift('old', ago(31))
    await gift('young', ago(29))
    await retain()
    await server.db.query.updateTable('room_minute').set({ fen: 1 }).execute()
    expect(await reconcile(server.db)).toMatchObject([{ what: 'room_minute.fen', expected: 100 }])
  })

  test('more than a step are all deleted', async () => {
    const rows = Array.from({ length: ROWS_A_STEP + 3 }, (_, minute) => ({
      room_id: `room-${minute % 3}`,
      minute,
      fen: 1,
    }))
    await server.db.query.insertInto('room_minute').values(rows).execute()
    const step = () =>
      server.db.transaction((trx) => STEPS.room_minute(trx, ago(30), undefined, TEST_NOW))
    expect((await step()).deleted).toBe(ROWS_A_STEP)
    expect(await step()).toEqual({ deleted: 3, next: undefined })
  })
})

test('counts of rules go by the minute after two days, by the hour after ninety', async () => {
  const row = { set_id: 's', node_id: 'n', v: 1, outcome: 'FIRED', n: 1 }
  const [minute, hour] = [60_000, 3_600_000]
  const { query } = server.db
  for (const days of [1, 3, 89, 91]) {
    const at = ago(days)
    const ofMinute = { ...row, room_id: 'r', minute: at / minute }
    await query.insertInto('rule_minute').values(ofMinute).execute()
    await query
      .insertInto('rule_hour')
      .values({ ...row, hour: Math.floor(at / hour) })
      .execute()
  }
  await retain()
  expect((await all('rule_minute')).rows).toMatchObject([{ minute: ago(1) / minute }])
  expect(await countOf('rule_hour')).toBe(3)
})

test('counts of words are kept for their days', async () => {
  const rows = [89, 92].map((days) => ({
    word: '笨蛋',
    day: dayOf(ago(days)),
    room_id: air.room.id,
    side: 'said' as const,
    n: 1,
  }))
  await server.db.query.insertInto('word_day').values(rows).execute()
  await retain()
  expect((await all('word_day')).rows).toMatchObject([{ day: dayOf(ago(89)) }])
})

describe('viewers', () => {
  test('are deleted with runs that ended long ago, and with no other', async () => {
    const ended = await buildRun(server.platform, air.room, { ended_at: ago(31) })
    const lately = await buildRun(server.platform, air.room, { ended_at: ago(29) })
    const open = await buildRun(server.platform, air.room, { started_at: ago(60) })
    for (const { run_id } of [ended, lately, open])
      await server.db.query.insertInto('run_viewer').values(viewersOf(run_id, 600)).execute()
    await retain()
    expect(await countOf('run_viewer')).toBe(1_200)
    expect(await runOf(ended.run_id)).toMatchObject({ viewers_state: 2 })
    expect(await runOf(lately.run_id)).toMatchObject({ viewers_state: 0 })
    expect(await runOf(open.run_id)).toMatchObject({ viewers_state: 0 })
  })

  test('a run is marked before its first viewer is deleted, and an interrupted deletion is completed', async () => {
    const run = await buildRun(server.platform, air.room, { ended_at: ago(31) })
    await server.db.query.insertInto('run_viewer').values(viewersOf(run.run_id, 600)).execute()
    const step = () =>
      server.db.transaction((trx) => STEPS.run_viewer(trx, ago(30), undefined, TEST_NOW))
    expect((await step()).deleted).toBe(0)
    expect(await runOf(run.run_id)).toMatchObject({ viewers_state: 1 })
    expect((await step()).deleted).toBe(ROWS_A_STEP)
    expect(await runOf(run.run_id)).toMatchObject({ viewers_state: 1 })
    await retain()
    expect(await countOf('run_viewer')).toBe(0)
    expect(await runOf(run.run_id)).toMatchObject({ viewers_state: 2 })
  })

  test('late events of a run whose viewers were deleted count no viewer twice, and payers stay exact', async () => {
    const { run_id } = air.run
    const code = air.room.room_code
    let seq = 0
    const store = (...events: ReturnType<typeof giftEvent>[]) =>
      server.app.ingest.storeSpool(
        air.pc.id,
        'spool',
        (seq += 10),
        events.map((event) => ({ type: 'event', run_id, event })),
      )
    await store(
      danmuEvent(code, sentBy('looks')),
      giftEvent(code, sentBy('pays')),
      danmuEvent(code, sentBy('will pay')),
    )
    const before = await runOf(run_id)
    expect(before).toMatchObject({ viewers: 3, payers: 1, danmu: 2 })
    await server.db.query
      .updateTable('run')
      .set({ ended_at: ago(31) })
      .execute()
    await retain()
    expect(await countOf('run_viewer')).toBe(0)
    expect(await runOf(run_id)).toMatchObject({ viewers: 3, payers: 1, danmu: 2 })
    await store(
      danmuEvent(code, sentBy('looks')),
      giftEvent(code, sentBy('pays')),
      giftEvent(code, sentBy('will pay')),
      giftEvent(code, { ...sentBy('tests'), is_test: true }),
    )
    expect(await runOf(run_id)).toMatchObject({ viewers: 3, payers: 2, danmu: 3 })
    await store(giftEvent(code, sentBy('new 1')), giftEvent(code, sentBy('new 2')))
    expect(await runOf(run_id)).toMatchObject({ viewers: 4, payers: 4 })
    expect(await countOf('run_viewer')).toBe(0)
    expect(await reconcile(server.db)).toEqual([])
  })
})

test('an open timeline can be read on from a deleted moment', async () => {
  const login = await server.login('operator')
  const { room_code } = air.room
  const logs = ['first', 'second', 'third'].map((key, i) => moment(key, ago(91) + i))
  await server.db.query.insertInto('room_moment').values(logs).execute()
  const page = (input: object) =>
    server.call(roomApi.consoleLogs, { room_code, page_size: 2, ...input }, login)
  const shown = (await page({})).data.list
  expect(shown).toHaveLength(2)
  await retain()
  expect(await page({ before: shown[1]?.id })).toMatchObject({
    code: 0,
    data: { list: [], has_more: false },
  })
})
