import { words } from '@kaibo/contract/kernel/words.ts'
import { sql, type Compilable, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { TOTAL_CAP, type EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { invalid } from '../fault.ts'
import type { Db, Queryable } from './db.ts'
import type { Patience } from './report.ts'

/* A list that grows without end is read on from where the last page ended, and is counted to a limit only. */

/** Where a row stands in its list: the values that it is ordered by, the last of which no other row has. */
export type Place = readonly (string | number)[]

interface Asked {
  page: number
  page_size: number
  cursor?: string | undefined
}

export const offsetOf = ({ page, page_size, cursor }: Asked): number =>
  cursor === undefined ? (page - 1) * page_size : 0

const cursorOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

type Like<P extends Place> = { [K in keyof P]: P[K] extends number ? number : string }

/** The place that a cursor names; 1001 where it is none of a list that is ordered like `like`. */
export function placeAt<const P extends Place>(
  cursor: string | undefined,
  like: P,
): Like<P> | undefined {
  if (cursor === undefined) return undefined
  const place = readJson(Buffer.from(cursor, 'base64url').toString())
  if (isLike(place, like)) return place
  throw invalid({ cursor: words('游标不正确，请刷新', 'The cursor is not valid; reload') })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isLike = <P extends Place>(place: unknown, like: P): place is Like<P> =>
  Array.isArray(place) &&
  place.length === like.length &&
  place.every((value, i) =>
    typeof like[i] === 'number' ? Number.isSafeInteger(value) : isText(value),
  )

/** PostgreSQL takes no text with a NUL. */
const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0')

/** Holds for the rows that come after a place; for all, where there is none. */
export const after = (
  columns: readonly string[],
  direction: 'asc' | 'desc',
  place: readonly (string | number | Expression<unknown>)[] | undefined,
): RawBuilder<SqlBool> =>
  place === undefined
    ? sql`1 = 1`
    : sql`(${sql.join(columns.map((column) => sql.ref(column)))})
        ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(place)})`

/** To skip rows is to read them: beyond so many it is no longer done at once. */
const SKIPPED_AT_ONCE = 100_000

/** Runs the query of a page, which an index leads to. */
export async function readPage<Tables, Row>(
  db: Db<Tables>,
  query: Compilable<Row>,
  asked: Asked,
  patience: Patience,
): Promise<Row[]> {
  if (offsetOf(asked) > SKIPPED_AT_ONCE) return db.report(query, patience)
  return (await db.query.executeQuery(query.compile())).rows
}

/** `found` holds one row more than the page, if there is one. */
export function pageFrom<Found, Row>(
  found: readonly Found[],
  { page_size }: Asked,
  { placeOf, rowOf }: { placeOf: (row: Found) => Place; rowOf: (row: Found) => Row },
): Pick<EndlessPage<Row>, 'list' | 'next'> {
  const shown = found.slice(0, page_size)
  const last = shown.at(-1)
  const next = last !== undefined && found.length > page_size ? cursorOf(placeOf(last)) : null
  return { list: shown.map(rowOf), next }
}

/** Counts rows, of which there must be at most `COUNTED`. */
export const countOf = <Tables>(
  q: Queryable<Tables>,
  rows: Expression<unknown>,
): Compilable<{ total: number }> => ({
  compile: () =>
    sql<{ total: number }>`select count(*) as total from (${rows}) as counted`.compile(q),
})

/** One more than is told: then there are more. */
export const COUNTED = TOTAL_CAP + 1

export const capped = (total: number): Pick<EndlessPage<unknown>, 'total' | 'total_capped'> => ({
  total: Math.min(total, TOTAL_CAP),
  total_capped: total > TOTAL_CAP,
})
