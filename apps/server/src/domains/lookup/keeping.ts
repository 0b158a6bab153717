import { sql, type RawBuilder } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

/* What retention has deleted already, for code that reads the same tables. */

/** `run.viewers_state`: `going` while its viewers are being deleted; stored before the first is deleted. */
export const VIEWERS = { kept: 0, going: 1, gone: 2 } as const

const MINUTES_FROM = 'room_minute_from'

/** The first minute of which no row was deleted. A subquery, so that it is read at the same instant as the rows. */
export const keptMinutesFrom: RawBuilder<number> = sql`(
  select coalesce(max(cast(value as bigint)), 0) from setting where key = ${sql.lit(MINUTES_FROM)})`

/** To be called in the transaction that deletes earlier minutes. The stored minute never decreases. */
export async function keepMinutesFrom(q: Queryable<Tables>, minute: number): Promise<void> {
  await q
    .insertInto('setting')
    .values({ key: MINUTES_FROM, value: String(minute) })
    .onConflict((on) =>
      on
        .column('key')
        .doUpdateSet({ value: String(minute) })
        .where(sql<number>`cast(setting.value as bigint)`, '<', minute),
    )
    .execute()
}
