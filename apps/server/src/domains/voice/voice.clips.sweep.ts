import { words } from '@kaibo/contract/kernel/words.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './voice.clips.store.ts'
import type { Clips } from './voice.clips.ts'

const EVERY_MS = 3_600_000
const KEPT_MS = 3 * DAY_MS
const MAX_BYTES = 4_000_000_000
const A_STEP = 200

/** Deletes clips that nobody used for three days, and before that those used least where all of them are too large. */
export function createClipSweep(
  { db, clock, log }: Platform<Tables>,
  clips: Pick<Clips, 'remove'>,
  maxBytes = MAX_BYTES,
): Job<Tables> {
  return {
    name: 'clips',
    called: words('清理语音片段', 'Sweeping clips'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      // The earlier of both clocks: one that is ahead must not delete what is young
      const now = Math.min(clock.now(), lease.taken_at)
      let tooMuch = (await store.bytesKept(db.query)) - maxBytes
      const before = tooMuch > 0 ? now : now - KEPT_MS
      const old = await store.leastUsed(db.query, { before, now, limit: A_STEP })
      const gone: typeof old = []
      for (const clip of old) {
        if (before === now && tooMuch <= 0) break
        tooMuch -= clip.bytes
        gone.push(clip)
      }
      // The file first: of a row without one the next that asks makes it anew, a file without a row would stay for ever
      for (const { blob_id } of gone) await clips.remove(blob_id)
      await lease.transaction(async (trx) => {
        for (const clip of gone) await store.forget(trx, clip)
      })
      if (gone.length > 0) log.info({ deleted: gone.length }, 'clips have been deleted')
      return gone.length < A_STEP ? 'done' : 'more'
    },
  }
}
