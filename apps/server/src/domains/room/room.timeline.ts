import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Moment, TriggerLog } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import { invalid } from '#platform/fault.ts'
import {
  ofDecision,
  ofEvent,
  ofGift,
  ofMoment,
  TABLE_LETTERS,
  type TableLetter,
} from './room.moments.ts'

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
}

const TABLES = { g: 'gift_event', e: 'room_event', t: 'trigger_log', m: 'room_moment' } as const
type TimelineTable = (typeof TABLES)[TableLetter]

const KEYS: Readonly<Record<TableLetter, RawBuilder<string>>> = {
  g: sql<string>`source || '/' || event_id`,
  e: sql<string>`source || '/' || event_id`,
  t: sql<string>`${sql.ref('key')}`,
  m: sql<string>`${sql.ref('key')}`,
}

/**
 * One timeline of four tables, newest first. Each is read by its own (room_id, at) index, a page at most, and merged: by
 * instant, then by table, then by key, so that equal instants neither repeat nor vanish between two pages.
 */
export async function consoleLogs(
  q: Q,
  room: Ask['room'],
  query: LogQuery,
): Promise<DataOf<typeof roomApi.consoleLogs>> {
  const ask: Ask = { room, query, before: readCursor(query.before) }
  const found: Moment[] = []
  // The later tables first: at one instant the effect is newer than its cause. The sort below keeps this order.
  for (const letter of TABLE_LETTERS.toReversed()) {
    if (holdsKind(letter, query.kind)) found.push(...(await readTable(q, letter, ask)))
  }
  found.sort((a, b) => b.at - a.at)
  return {
    list: found.slice(0, query.page_size),
    has_more: found.length > query.page_size,
  }
}

function holdsKind(letter: TableLetter, kind: LogQuery['kind']): boolean {
  if (!kind) return true
  if (kind === 'event') return letter === 'g' || letter === 'e'
  return kind === 'decision' ? letter === 't' : letter === 'm'
}

async function readTable(q: Q, letter: TableLetter, ask: Ask): Promise<Moment[]> {
  const { room_code } = ask.room
  switch (letter) {
    case 'g':
      return (await page(q.selectFrom('gift_event').selectAll(), letter, ask).execute()).map(
        (row) => ofGift(room_code, row),
      )
    case 'e':
      return (await page(q.selectFrom('room_event').selectAll(), letter, ask).execute()).map(
        (row) => ofEvent(room_code, row),
      )
    case 't':
      return (await page(q.selectFrom('trigger_log').selectAll(), letter, ask).execute()).map(
        (row) => ofDecision(room_code, row),
      )
    case 'm': {
      const { kind } = ask.query
      const some = page(q.selectFrom('room_moment').selectAll(), letter, ask)
      const rows = await (kind ? some.where('kind', '=', kind) : some).execute()
      return rows.map((row) => ofMoment(room_code, row))
    }
  }
}

function page<Table extends TimelineTable, Row>(
  select: SelectQueryBuilder<Tables, Table, Row>,
  letter: TableLetter,
  { room, query, before }: Ask,
): SelectQueryBuilder<Tables, Table, Row> {
  const { run_id, page_size } = query
  return select
    .where(sql<SqlBool>`room_id = ${room.id}`)
    .$if(run_id !== undefined, (some) => some.where(sql<SqlBool>`run_id = ${run_id}`))
    .$if(before !== undefined, (some) => some.where(olderThan(letter, before)))
    .orderBy(sql`at desc, ${KEYS[letter]} desc`)
    .limit(page_size + 1)
}

function olderThan(letter: TableLetter, before: Cursor | undefined): RawBuilder<SqlBool> {
  if (!before) return sql<SqlBool>`1 = 1`
  const { at, key } = before
  const [mine, last] = [TABLE_LETTERS.indexOf(letter), TABLE_LETTERS.indexOf(before.letter)]
  if (mine > last) return sql<SqlBool>`at < ${at}`
  if (mine < last) return sql<SqlBool>`at <= ${at}`
  // The first bound alone lets the index seek.
  return sql<SqlBool>`at <= ${at} and (at < ${at} or ${KEYS[letter]} < ${key})`
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const match = /^(\d{1,15})-([a-z])-(.+)$/s.exec(text)
  const letter = TABLE_LETTERS.find((one) => one === match?.[2])
  if (!match?.[1] || !match[3] || !letter) throw invalid({ before: '游标不正确，请刷新' })
  return { at: Number(match[1]), letter, key: match[3] }
}

/** What the rules decided in a room, with the whole trace of each. */
export async function triggerLogs(
  db: Db<Tables>,
  room_id: string,
  query: ParsedOf<typeof roomApi.triggerLogs>,
): Promise<{ list: TriggerLog[]; total: number }> {
  const { run_id, outcome, page, page_size } = query
  const dir = query.sort_dir === SortDir.ascend ? 'asc' : 'desc'
  const matching = db.query
    .selectFrom('trigger_log')
    .where('room_id', '=', room_id)
    .$if(run_id !== undefined, (some) => some.where('run_id', '=', run_id ?? ''))
    .$if(outcome !== undefined, (some) => some.where('outcome', '=', outcome ?? ''))
  const rows = await matching
    .selectAll()
    .orderBy('at', dir)
    .orderBy('id', dir)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  // A room decides a million times a month: counting them is a report's work.
  const [count] = await db.report<{ total: number }>(
    matching.select(sql<number>`count(*)`.as('total')),
  )
  const list = rows.map(
    ({ id, at, event_id, event_key, set_id, node_id, node_name, text, trace_json, ...row }) => ({
      id: String(id),
      at,
      run_id: row.run_id,
      event_id,
      event_key,
      set_id,
      node_id,
      node_name,
      outcome: row.outcome,
      text,
      trace: trace_json === null ? null : (JSON.parse(trace_json) as TriggerLog['trace']),
    }),
  )
  return { list, total: count?.total ?? 0 }
}
