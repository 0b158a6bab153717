import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { THUMB_SIZE } from '@kaibo/contract/stage/thumb.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { invalid, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { thumbAddresses } from './stage.thumb-address.ts'

/** A PC sends one each 15 s: what comes sooner is not looked at. */
const SOONEST_MS = 5_000
const QUALITY = 70
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const MAX_PIXELS = 1_000_000

interface ThumbNeeds {
  blobs: Pick<BlobStore, 'write' | 'read'>
  /** The row of this room has changed. */
  touch: (room_id: string) => void
}

/** The newest picture of each room's stage. */
export function createThumbs({ db, clock, seal }: Platform<Tables>, { blobs, touch }: ThumbNeeds) {
  const addresses = thumbAddresses(seal)
  return {
    /** Answers whether it was kept: not that of a room off air, nor one too soon. 1005 for a room of another PC. */
    async put(pc_id: string, room_code: string, sent: Buffer): Promise<boolean> {
      const room = await db.query
        .selectFrom('room')
        .select(['id', 'desired_run', 'thumb_at'])
        .where('room_code', '=', room_code)
        .where('pc_id', '=', pc_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!room) throw notFound(nouns.room)
      const now = clock.now()
      if (room.desired_run === 0) return false
      if (room.thumb_at !== null && now - room.thumb_at < SOONEST_MS) return false
      await blobs.write(keyOf(room.id), [await pictureOf(sent)])
      await db.query.updateTable('room').set({ thumb_at: now }).where('id', '=', room.id).execute()
      touch(room.id)
      return true
    },

    /** Nothing for an address that is not ours, or too old. */
    async read(room_id: string, at: string, signature: unknown): Promise<Readable | undefined> {
      return addresses.isGood(room_id, at, signature, clock.now())
        ? blobs.read(keyOf(room_id))
        : undefined
    },
  }
}

export type Thumbs = ReturnType<typeof createThumbs>

const keyOf = (room_id: string): string => `thumb/${room_id}`

/** Made anew of its pixels: nothing else that was in the file is kept. */
async function pictureOf(sent: Buffer): Promise<Buffer> {
  const { width, height } = THUMB_SIZE
  if (!sent.subarray(0, JPEG.length).equals(JPEG)) throw refused()
  return sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .catch(() => {
      throw refused()
    })
}

const refused = () =>
  invalid({ thumb: words('画面不是有效的JPEG', 'The picture is no valid JPEG') })
