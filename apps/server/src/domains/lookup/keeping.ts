import { sql, type RawBuilder } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

/* What retention leaves behind for whoever reads on. */

/** `run.viewers_state`: `going` while its viewers are being deleted. It is stored before the first one goes. */
export const VIEWERS = { kept: 0, going: 1, gone: 2 } as const

const MINUTES_FROM = 'room_minute_from'

/** The first minute that is kept whole; of earlier ones some are gone. Within a query, so that both are of one instant. */
export const keptMinutesFrom: RawBuilder<number> = sql`(
  select coalesce(max(cast(value as bigint)), 0) from setting where key = ${sql.lit(MINUTES_FROM)})`

/** To be called in the transaction that deletes what lies before. It never moves back: what is gone stays gone. */
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
