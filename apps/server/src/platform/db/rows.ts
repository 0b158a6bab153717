import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from './db.ts'

type Cell = string | number | null

/**
 * A table `given` of rows passed as one JSON parameter: the statement has the same text however many rows there are, and is
 * prepared once. Text must be storable. Cells are read with `textAt` and `intAt`.
 */
export const givenRows = (
  dialect: Dialect,
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)}) as given`
    : sql`json_array_elements(cast(${JSON.stringify(rows)} as json)) as given(value)`

export const textAt = (place: number): RawBuilder<string | null> =>
  sql`(given.value ->> ${sql.lit(place)})`

export const intAt = (place: number): RawBuilder<number | null> =>
  sql`cast(given.value ->> ${sql.lit(place)} as bigint)`
