import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { Platform } from '#platform/platform.ts'
import { incoming, kept, numbersOf, partKey } from './upload.keys.ts'
import * as store from './upload.store.ts'

export interface Orphans {
  /** Gives up an upload and removes its bytes; if that fails it is tried again later. */
  discard(upload_id: string): Promise<void>
  /** Removes what was sent of a file that is kept now. */
  dropSent(row: Sent): Promise<void>
  /** Removes uploads that were never completed and files that nothing uses. */
  collect(): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const COMPLETED_WITHIN_MS = HOUR
const USED_WITHIN_MS = 24 * HOUR
/** How long an orphan is reserved for one server; after that the server is taken to be dead. */
const LEASE_MS = 10 * MINUTE

type Sent = Pick<store.UploadRow, 'upload_id' | 'declared_bytes' | 'part_bytes'>

/** Deletes the row last: if the server is killed before, the next one finishes the removal. */
export function createOrphans(platform: Platform<Tables>, blobs: BlobStore): Orphans {
  const { db, clock, log } = platform

  async function remove(upload_id: string): Promise<void> {
    try {
      const row = await store.uploadById(db.query, upload_id)
      if (row) await dropSent(row)
      await blobs.remove(kept(upload_id))
      await db.transaction((trx) => store.drop(trx, upload_id))
    } catch (err) {
      log.error({ err, upload_id }, 'an upload could not be removed')
    }
  }

  async function dropSent(row: Sent): Promise<void> {
    await blobs.remove(incoming(row.upload_id))
    for (const number of numbersOf(row)) await blobs.remove(partKey(row.upload_id, number))
  }

  return {
    dropSent,
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
          left: now - USED_WITHIN_MS,
          kept: now - USED_WITHIN_MS,
          now,
          until: now + LEASE_MS,
        }),
      )
      for (const upload_id of orphans) await remove(upload_id)
    },
  }
}
