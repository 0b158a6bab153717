import type { Logger } from 'pino'
import type { Db } from '#platform/db/db.ts'
import { NotReady } from '#platform/http/health.ts'
import type { Instances } from '#platform/instance/instances.ts'
import type { Tables } from './migrations/tables.ts'

const KEY = 'room_to_write'
/** About as much as a batch of events takes: on a full disk a row or two may still fit where others were. */
const BALLAST = 'x'.repeat(262_144)
/** A clock that is further off is wrong. */
export const CLOCK_OFF_MS = 2_000

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
    if (Math.abs(ahead) <= CLOCK_OFF_MS) {
      isWarned = false
      return
    }
    const isRight = instance
      .others()
      .some((one) => one.id !== instance.id && Math.abs(one.offset_ms) <= CLOCK_OFF_MS)
    if (isRight) throw new NotReady(clockWords(ahead))
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

export const clockWords = (ahead: number): string => {
  const seconds = Math.round(Math.abs(ahead) / 100) / 10
  return `本机时钟比数据库${ahead > 0 ? '快' : '慢'}${seconds}秒，请校准时间`
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
