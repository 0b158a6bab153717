import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { portsFor } from './voice.ports.store.ts'
import type { RoomVoices } from './voice.rooms.ts'

interface HeardNeeds {
  rooms: Pick<RoomVoices, 'of'>
  /** Whether what ports of this kind speak by is installed here. */
  isThere: (provider: Tables['voice_server']['provider']) => boolean
}

/** Whether one of the voices that a room has can be spoken now, by some port that is not down. */
export const createHeard =
  ({ db }: Pick<Platform<Tables>, 'db'>, { rooms, isThere }: HeardNeeds) =>
  async (room: { id: string; org_id: string }): Promise<boolean> => {
    const own = (await rooms.of([room])).get(room.id)
    for (const { voice_id } of own?.voices ?? []) {
      const ports = await portsFor(db.query, db.dialect, voice_id)
      if (ports.some(({ state, provider }) => state !== 'down' && isThere(provider))) return true
    }
    return false
  }
