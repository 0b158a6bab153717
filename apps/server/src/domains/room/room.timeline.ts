import { words } from '@kaibo/contract/kernel/words.ts'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import { SYSTEM_KINDS, type MomentFilter } from '@kaibo/contract/room/moment.rules.ts'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid } from '#platform/fault.ts'
import {
  ofDecision,
  ofEvent,
  ofGift,
  ofMoment,
  TABLE_LETTERS,
  type TableLetter,
} from './room.moments.ts'
import type { NewRowRanges } from './room.touched.ts'

type Q = Queryable<Tables>
type LogQuery = ParsedOf<typeof roomApi.consoleLogs>

interface Cursor {
  at: number
  letter: TableLetter
  key: string
}

interface Ask {
  room: { id: string; room_code: string }
  query: LogQuery
  before: Cursor | undefined
  /** The time of the run that is asked for, by which the index of the room and time finds the run's rows. */
  span: { from: number; to: number } | undefined
}

/** Tolerance around a run: clocks may be off, and a platform's last events may be late. */
const SPAN_SLACK_MS = 15 * 60_000

type TimelineTable = 'gift_event' | 'room_event' | 'trigger_log' | 'room_moment'

/** The id of the row that a cursor names: rows of one instant are ordered by id. */
const NUMBERS: Readonly<
  Record<TableLetter, (key: string, room: Ask['room'], at: number) => RawBuilder<number>>
> = {
  g: (...event) => sql<number>`(select max(id) from gift_event where ${isEvent(...event)})`,
  e: (...event) => sql<number>`(select max(id) from room_event where ${isEvent(...event)})`,
  t: (key) => sql<number>`(select id from trigger_log where ${sql.ref('key')} = ${key})`,
  m: (key) => sql<number>`(select id from room_moment where ${sql.ref('key')} = ${key})`,
}

/** Also by room and instant: that uses the index, and another organisation may have the same source and event id. No source has a slash. */
function isEvent(key: string, room: Ask['room'], at: number): RawBuilder<SqlBool> {
  const slash = key.indexOf('/')
  const [source, event_id] = [key.slice(0, slash), key.slice(slash + 1)]
  return sql<SqlBool>`room_id = ${room.id} and at = ${at} and source = ${source} and event_id = ${event_id}`
}

/**
 * One timeline of four tables, newest first. Each is read by its own (room_id, at) index, a page at most, and merged: by
 * instant, then by table, then as stored, so that equal instants neither repeat nor vanish between two pages.
 */
export async function consoleLogs(
  q: Q,
  room: Ask['room'],
  query: LogQuery,
): Promise<DataOf<typeof roomApi.consoleLogs>> {
  const before = readCursor(query.before)
  const span = query.run_id === undefined ? undefined : await spanOf(q, query.run_id)
  const ask: Ask = { room, query, before, span }
  const found: Moment[] = []
  // Later tables first: of one instant the effect comes before its cause. The sort below is stable and keeps this order.
  for (const letter of TABLE_LETTERS.toReversed()) {
    if (holds(letter, query.kind))
      found.push(...(await readTable[letter](q, room.room_code, pageOf(letter, ask))))
  }
  found.sort((a, b) => b.at - a.at)
  return {
    list: found.slice(0, query.page_size),
    has_more: found.length > query.page_size,
  }
}

async function spanOf(q: Q, run_id: string) {
  const run = await q
    .selectFrom('run')
    .select(['started_at', 'ended_at'])
    .where('run_id', '=', run_id)
    .executeTakeFirst()
  const { started_at, ended_at } = run ?? { started_at: 0, ended_at: 0 }
  const to = ended_at === null ? Number.MAX_SAFE_INTEGER : ended_at + SPAN_SLACK_MS
  return { from: started_at - SPAN_SLACK_MS, to }
}

/** Which tables have what is asked for. */
function holds(letter: TableLetter, filter: MomentFilter | undefined): boolean {
  if (filter === undefined) return true
  if (filter === 'event') return letter === 'g' || letter === 'e'
  if (filter === 'gift') return letter === 'g'
  if (filter === 'danmu') return letter === 'e'
  return letter === (filter === 'decision' ? 't' : 'm')
}

/** Some rows of one table. */
interface Part {
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit?: number
}

const readTable: Readonly<
  Record<TableLetter, (q: Q, room_code: string, part: Part) => Promise<Moment[]>>
> = {
  async g(q, room_code, part) {
    const rows = await cut(q.selectFrom('gift_event').selectAll(), part).execute()
    return rows.map((row) => ofGift(room_code, row))
  },
  async e(q, room_code, part) {
    const rows = await cut(q.selectFrom('room_event').selectAll(), part).execute()
    return rows.map((row) => ofEvent(room_code, row))
  },
  async t(q, room_code, part) {
    const rows = await cut(q.selectFrom('trigger_log').selectAll(), part).execute()
    return rows.map((row) => ofDecision(room_code, row))
  },
  async m(q, room_code, part) {
    const rows = await cut(q.selectFrom('room_moment').selectAll(), part).execute()
    return rows.map((row) => ofMoment(room_code, row))
  },
}

const cut = <Table extends TimelineTable, Row>(
  select: SelectQueryBuilder<Tables, Table, Row>,
  { where, order, limit }: Part,
): SelectQueryBuilder<Tables, Table, Row> =>
  select
    .where(sql<SqlBool>`${where}`)
    .orderBy(order)
    .$if(limit !== undefined, (some) => some.limit(limit ?? 0))

const NEWEST_FIRST = sql`at desc, id desc`

function pageOf(letter: TableLetter, { room, query, before, span }: Ask): Part {
  const { run_id, page_size, kind } = query
  const limit = page_size + 1
  const conditions = [sql`room_id = ${room.id}`]
  if (span) conditions.push(sql`run_id = ${run_id} and at between ${span.from} and ${span.to}`)
  if (before) conditions.push(olderThan(letter, before, room))
  // Written out, so that its partial index serves also a plan that is made for any value.
  if (kind === 'danmu') conditions.push(sql`kind = 'danmu'`)
  const where = sql.join(conditions, sql` and `)
  return {
    where: kind && letter === 'm' ? amongNewest(kindsOf(kind), where, limit) : where,
    order: NEWEST_FIRST,
    limit,
  }
}

const kindsOf = (filter: MomentFilter) => (filter === 'system' ? SYSTEM_KINDS : [filter])

/** A page at most of each kind, along the index of kind and time: sentences, which are many, are not read to find the few others. */
const amongNewest = (kinds: readonly string[], where: RawBuilder<unknown>, limit: number) =>
  sql`id in (${sql.join(
    kinds.map(
      (kind) => sql`select id from (
        select id from room_moment where ${where} and kind = ${kind}
        order by ${NEWEST_FIRST} limit ${limit}) as of_kind`,
    ),
    sql` union all `,
  )})`

/** New rows of a room's timeline, in the order in which they were stored. */
export async function momentsOf(
  q: Q,
  { id, room_code }: { id: string; room_code: string },
  ranges: NewRowRanges,
): Promise<Moment[]> {
  const found: Moment[] = []
  for (const letter of TABLE_LETTERS) {
    const range = ranges[letter]
    if (!range) continue
    const where = sql`room_id = ${id} and id between ${range[0]} and ${range[1]}`
    found.push(...(await readTable[letter](q, room_code, { where, order: sql`id` })))
  }
  return found
}

function olderThan(
  letter: TableLetter,
  before: Cursor | undefined,
  room: Ask['room'],
): RawBuilder<SqlBool> {
  if (!before) return sql<SqlBool>`1 = 1`
  const { at, key } = before
  const [mine, last] = [TABLE_LETTERS.indexOf(letter), TABLE_LETTERS.indexOf(before.letter)]
  if (mine > last) return sql<SqlBool>`at < ${at}`
  if (mine < last) return sql<SqlBool>`at <= ${at}`
  // The redundant first condition is the one that an index can use.
  return sql<SqlBool>`at <= ${at} and (at < ${at} or id < ${NUMBERS[letter](key, room, at)})`
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const match = /^(\d{1,15})-([a-z])-(.+)$/s.exec(text)
  const letter = TABLE_LETTERS.find((one) => one === match?.[2])
  if (!match?.[1] || !match[3] || !letter)
    throw invalid({ before: words('游标不正确，请刷新', 'The cursor is not valid; reload') })
  return { at: Number(match[1]), letter, key: match[3] }
}
