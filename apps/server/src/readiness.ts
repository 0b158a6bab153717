import type { Db } from '#platform/db/db.ts'
import type { Tables } from './migrations/tables.ts'

const KEY = 'room_to_write'
/** About as much as a batch of events takes: on a full disk a row or two may still fit where others were. */
const BALLAST = 'x'.repeat(262_144)

/**
 * For `/readyz`: throws while the database does not answer. After a transaction that found its disk full it tries to write
 * before it says that all is well again.
 */
export function createReadiness(db: Db<Tables>): () => Promise<void> {
  let isFull = false
  db.onFull(() => (isFull = true))
  return async () => {
    await db.ping()
    if (!isFull) return
    await tryToWrite(db)
    isFull = false
  }
}

/** In two transactions: what one puts and takes back would never come near the disk. */
async function tryToWrite(db: Db<Tables>): Promise<void> {
  await db.transaction((trx) =>
    trx
      .insertInto('setting')
      .values({ key: KEY, value: BALLAST })
      .onConflict((c) => c.column('key').doUpdateSet({ value: BALLAST }))
      .execute(),
  )
  await db.transaction((trx) => trx.deleteFrom('setting').where('key', '=', KEY).execute())
}
