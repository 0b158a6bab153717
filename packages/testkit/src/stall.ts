import type { Db } from '@kaibo/server/platform/db/db.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'

/**
 * A database that does not answer: on SQLite to anyone, on PostgreSQL to who asks for this table. Answers how to let it go
 * on, as it was.
 */
export async function stall(db: Db<Tables>, table: keyof Tables): Promise<() => Promise<void>> {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let ended: Promise<void> | undefined
  await new Promise<void>((begun, failed) => {
    ended = db.transaction(async (trx) => {
      // The one statement that makes readers wait on both.
      await trx.schema.alterTable(table).renameTo(`${table}_away`).execute()
      begun()
      await released
      await trx.schema.alterTable(`${table}_away`).renameTo(table).execute()
    })
    ended.catch(failed)
  })
  return async () => {
    release?.()
    await ended
  }
}
