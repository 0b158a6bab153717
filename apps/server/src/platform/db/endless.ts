import { words } from '@kaibo/contract/kernel/words.ts'
import { sql, type Compilable, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { TOTAL_CAP, type EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { invalid } from '../fault.ts'
import type { Db, Queryable } from './db.ts'
import type { Patience } from './report.ts'

/* Lists that grow without end: each page is read on from where the one before ended, and rows are counted up to a limit. */

/** A row's position in its list: the values it is ordered by, the last of which is unique. */
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

/** The place that a cursor encodes; 1001 where its values are not as many and of the same types as those of `like`. */
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

/** True of the rows that come after a place; without a place, of all. */
export const after = (
  columns: readonly string[],
  direction: 'asc' | 'desc',
  place: readonly (string | number | Expression<unknown>)[] | undefined,
): RawBuilder<SqlBool> =>
  place === undefined
    ? sql`1 = 1`
    : sql`(${sql.join(columns.map((column) => sql.ref(column)))})
        ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(place)})`

/** The database reads the rows that a page skips: a page that skips more is read as a report. */
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

/** One more than the highest total that is answered, which tells whether there are more rows. */
export const COUNTED = TOTAL_CAP + 1

export const capped = (total: number): Pick<EndlessPage<unknown>, 'total' | 'total_capped'> => ({
  total: Math.min(total, TOTAL_CAP),
  total_capped: total > TOTAL_CAP,
})
