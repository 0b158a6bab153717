import { words } from '@kaibo/contract/kernel/words.ts'
import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'

const EVERY_MS = 600_000
const DAY_MS = 86_400_000
export const TAPE_DAYS = 14
const REPLAY_DAYS = 7
const MAX_BYTES = 20_000_000_000
const A_STEP = 200

/** Deletes tapes after two weeks, and before that the oldest where all of them are too large; and what replays came to. */
export function createTapeSweep({ db, clock, log }: Platform<Tables>): Job<Tables> {
  return {
    name: 'tapes',
    called: words('清理规则录像', 'Sweeping tapes'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      // The earlier of both clocks: one that is ahead must not delete what is young
      const now = Math.min(clock.now(), lease.taken_at)
      const { bytes } = await db.query
        .selectFrom('run_tape')
        .select((is) => is.fn.sum<number | null>('bytes').as('bytes'))
        .executeTakeFirstOrThrow()
      const isTooMuch = (bytes ?? 0) > MAX_BYTES
      const before = isTooMuch ? now : now - TAPE_DAYS * DAY_MS
      const deleted = await lease.transaction(async (trx) => {
        await trx
          .deleteFrom('rule_replay')
          .where('updated_at', '<', now - REPLAY_DAYS * DAY_MS)
          .execute()
        const old = await sql<{ room_id: string; from_at: number }>`
          select distinct room_id, from_at from (
            select room_id, from_at from run_tape where received_at < ${before}
            order by received_at limit ${sql.lit(A_STEP)}) as old`.execute(trx)
        for (const { room_id, from_at } of old.rows)
          await trx
            .deleteFrom('run_tape')
            .where('room_id', '=', room_id)
            .where('from_at', '=', from_at)
            .execute()
        return old.rows.length
      })
      if (deleted > 0) log.info({ deleted, isTooMuch }, 'parts of old tapes have been deleted')
      return deleted === 0 ? 'done' : isTooMuch || deleted >= A_STEP ? 'more' : 'done'
    },
  }
}
