import { createHash, randomBytes } from 'node:crypto'
import {
  MAX_PREVIEWS,
  PREVIEW_MS,
  PREVIEW_PATH,
  type PreviewLink,
} from '@kaibo/contract/stage/stage.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import { hold } from '#platform/db/hold.ts'
import type { Platform } from '#platform/platform.ts'

/** Hashes of links that were ended, told to all servers. */
const CHANNEL = 'stage.ended'
const SECRET_BYTES = 24

export interface Previewed {
  hash: string
  room_id: string
  room_name: string
  expires_at: number
}

export const previewHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** The links by which stages are looked at: made, found by their secret, and ended. */
export function createPreviews({ db, clock, bus }: Platform<Tables>) {
  const ended = (hashes: readonly string[]) => {
    if (hashes.length > 0) bus.publish(CHANNEL, hashes)
  }

  return {
    /** Another link; `alone` ends all others, else the oldest of too many. */
    async make(room_id: string, created_by: string, alone: boolean): Promise<PreviewLink> {
      const token = randomBytes(SECRET_BYTES).toString('base64url')
      const at = clock.now()
      const expires_at = at + PREVIEW_MS
      const over = await db.transaction(async (trx) => {
        await hold(trx, 'room', 'id', room_id)
        await trx.deleteFrom('stage_preview').where('expires_at', '<=', at).execute()
        const older = await trx
          .selectFrom('stage_preview')
          .select('hash')
          .where('room_id', '=', room_id)
          .orderBy('at', 'desc')
          .execute()
        const gone = older.slice(alone ? 0 : MAX_PREVIEWS - 1).map(({ hash }) => hash)
        if (gone.length > 0)
          await trx.deleteFrom('stage_preview').where('hash', 'in', gone).execute()
        await trx
          .insertInto('stage_preview')
          .values({ hash: previewHash(token), room_id, created_by, at, expires_at })
          .execute()
        return gone
      })
      ended(over)
      return { path: `${PREVIEW_PATH}${token}/`, expires_at }
    },

    find: (hash: string): Promise<Previewed | undefined> =>
      db.query
        .selectFrom('stage_preview')
        .innerJoin('room', 'room.id', 'stage_preview.room_id')
        .select([
          'stage_preview.hash',
          'stage_preview.expires_at',
          'room.id as room_id',
          'room.name as room_name',
        ])
        .where('hash', '=', hash)
        .where('expires_at', '>', clock.now())
        .where('room.deleted_at', 'is', null)
        .executeTakeFirst(),

    onEnded: (heard: (hashes: readonly string[]) => void): (() => void) =>
      bus.subscribe(CHANNEL, (message) => heard(message as string[])),
  }
}

export type Previews = ReturnType<typeof createPreviews>
