import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import type { Room } from './room.build.ts'

/** A recording of a room without any piece. */
export async function buildRecording(
  { db, ids, clock }: Platform<Tables>,
  room: Pick<Room, 'id' | 'org_id'>,
  more: { started_at?: number; run_id?: string } = {},
) {
  const now = clock.now()
  const recording = {
    recording_id: ids.next(now),
    room_id: room.id,
    org_id: room.org_id,
    run_id: ids.next(now),
    started_at: now,
    last_at: now,
    ...more,
  }
  await db.query.insertInto('recording').values(recording).execute()
  return recording
}
