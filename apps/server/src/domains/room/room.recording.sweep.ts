import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { RECORDINGS_KEPT_DAYS } from '@kaibo/contract/room/room.recording.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import type { Recordings } from './room.recordings.ts'
import * as store from './room.recording.store.ts'

const EVERY_MS = 600_000
/** Of all rooms together; then the oldest go. */
export const MAX_ALL_BYTES = 50 * 1024 ** 3

/** Deletes what is too old, and the oldest of what is too much. */
export const createRecordingSweep = (
  { db, clock }: Platform<Tables>,
  { remove }: Pick<Recordings, 'remove'>,
  mostBytes = MAX_ALL_BYTES,
): Job<Tables> => ({
  name: 'recordings',
  called: words('清理录制', 'Recordings that are deleted'),
  units: ['all'],
  everyMs: EVERY_MS,
  async work(lease) {
    for (;;) {
      if (lease.signal.aborted) return 'more'
      const found = await store.oldest(db.query)
      const before = Math.min(clock.now(), lease.taken_at) - RECORDINGS_KEPT_DAYS * DAY_MS
      const isOver =
        found && (found.started_at < before || (await store.allBytes(db.query)) > mostBytes)
      if (!isOver) return 'done'
      // Its bytes first: what is left of a broken try is found again by its row
      await remove(found)
      const { recording_id } = found
      await lease.transaction(async (trx) => {
        await trx.deleteFrom('recording_piece').where('recording_id', '=', recording_id).execute()
        await trx.deleteFrom('recording').where('recording_id', '=', recording_id).execute()
      })
    }
  },
})
