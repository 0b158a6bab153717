import type { Logger } from 'pino'
import { clockWords, isClockOff } from '#platform/clock-off.ts'
import type { Db } from '#platform/db/db.ts'
import { NotReady } from '#platform/http/health.ts'
import type { Instances } from '#platform/instance/instances.ts'
import type { Tables } from './migrations/tables.ts'

const KEY = 'room_to_write'
/** About as much as a batch of events takes: on a full disk a row or two may still fit where others were. */
const BALLAST = 'x'.repeat(262_144)
interface Needs {
  db: Db<Tables>
  instance: Instances
  log: Logger
  /** How far this machine's clock is ahead of the database's. */
  offset: () => number
}

/**
 * For `/readyz`: throws while the database does not answer, and while this machine's clock is wrong and another server's is not. After
 * a transaction that found its disk full it tries to write before it says that all is well again.
 */
export function createReadiness({ db, instance, log, offset }: Needs): () => Promise<object> {
  let isFull = false
  let isWarned = false
  db.onFull(() => (isFull = true))

  function checkClock(): void {
    const ahead = offset()
    if (!isClockOff(ahead)) {
      isWarned = false
      return
    }
    const isRight = instance
      .others()
      .some((one) => one.id !== instance.id && !isClockOff(one.offset_ms))
    if (isRight) throw new NotReady(clockWords(ahead).zh)
    if (!isWarned)
      log.warn({ ahead_ms: ahead }, 'the clock of this machine, or of the database, is wrong')
    isWarned = true
  }

  return async () => {
    await db.ping().catch((cause: unknown) => {
      throw new NotReady('数据库暂时不可用', { cause })
    })
    checkClock()
    if (isFull) {
      await tryToWrite(db)
      isFull = false
    }
    return { bus: instance.bus() }
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
