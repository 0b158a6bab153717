import { words } from '@kaibo/contract/kernel/words.ts'
import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import { TAPE_DAYS } from './talk.tape.sweep.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** A tape of the last room that ran by it can still be played. */
const KEPT_DAYS = TAPE_DAYS + 1
const A_STEP = 500

/** Deletes packs that no room has run by for longer than tapes are kept: what rooms run by now is never among them. */
export function createPackSweep({ clock, log }: Platform<Tables>): Job<Tables> {
  return {
    name: 'packs',
    called: words('清理规则包', 'Sweeping rule packs'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      // The earlier of both clocks: one that is ahead must not delete what is young
      const before = Math.min(clock.now(), lease.taken_at) - KEPT_DAYS * DAY_MS
      const deleted = await lease.transaction(async (trx) => {
        const { numAffectedRows } = await sql`
          delete from pack where hash in (
            select hash from pack
            where kind in ('bundle', 'scene') and at < ${before}
              and not exists (select 1 from room where room.bundle_hash = pack.hash
                or room.scene_hash = pack.hash or room.next_scene_hash = pack.hash)
            limit ${sql.lit(A_STEP)})`.execute(trx)
        return Number(numAffectedRows)
      })
      if (deleted > 0) log.info({ deleted, before }, 'packs that no room runs by have been deleted')
      return deleted < A_STEP ? 'done' : 'more'
    },
  }
}
