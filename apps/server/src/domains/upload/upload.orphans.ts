import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './upload.store.ts'

export interface Orphans {
  /** Gives up an upload and removes its bytes; if that fails it is tried again later. */
  discard(upload_id: string): Promise<void>
  /** Removes uploads that were never completed and files that nothing uses. */
  collect(): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const COMPLETED_WITHIN_MS = HOUR
const USED_WITHIN_MS = 24 * HOUR
/** How long an orphan is reserved for one server; after that the server is taken to be dead. */
const LEASE_MS = 10 * MINUTE

/** The keys of the received file and of the checked one; only the second is ever served. */
export const incoming = (upload_id: string) => `incoming/${upload_id}`
export const kept = (upload_id: string) => `kept/${upload_id}`

/** Deletes the row last: if the server is killed before, the next one finishes the removal. */
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
