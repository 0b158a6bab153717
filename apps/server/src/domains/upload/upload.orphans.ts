import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './upload.store.ts'

export interface Orphans {
  /** Gives one up and takes its bytes away; what cannot be taken away now is later. */
  discard(upload_id: string): Promise<void>
  /** Takes away what was never completed and what nothing uses. */
  collect(): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const COMPLETED_WITHIN_MS = HOUR
const USED_WITHIN_MS = 24 * HOUR
/** How long one server has an orphan to itself; after that it is taken to be gone. */
const LEASE_MS = 10 * MINUTE

/** Where a file comes in, and where it is once it was looked into: only the second is ever given to anybody. */
export const incoming = (upload_id: string) => `incoming/${upload_id}`
export const kept = (upload_id: string) => `kept/${upload_id}`

/** The row goes last: what a killed server did not finish is still known, and is finished by the next. */
export function createOrphans(platform: Platform<Tables>, blobs: BlobStore): Orphans {
  const { db, clock, log } = platform

  async function remove(upload_id: string): Promise<void> {
    try {
      await blobs.remove(incoming(upload_id))
      await blobs.remove(kept(upload_id))
      await db.transaction((trx) => store.drop(trx, upload_id))
    } catch (err) {
      log.error({ err, upload_id }, 'an upload could not be removed')
    }
  }

  return {
    async discard(upload_id) {
      const until = clock.now() + LEASE_MS
      await db.transaction((trx) => store.giveUp(trx, upload_id, until))
      await remove(upload_id)
    },
    async collect() {
      const now = clock.now()
      const orphans = await db.transaction((trx) =>
        store.claimOrphans(trx, {
          begun: now - COMPLETED_WITHIN_MS,
          kept: now - USED_WITHIN_MS,
          now,
          until: now + LEASE_MS,
        }),
      )
      for (const upload_id of orphans) await remove(upload_id)
    },
  }
}
