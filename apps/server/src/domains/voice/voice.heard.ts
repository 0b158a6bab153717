import type { ScriptVoices } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { portsFor } from './voice.ports.store.ts'
import type { RoomVoices } from './voice.rooms.ts'

interface HeardNeeds {
  rooms: Pick<RoomVoices, 'of'>
  /** Whether what ports of this kind speak by is installed here. */
  isThere: (provider: Tables['voice_server']['provider']) => boolean
}

interface Of {
  id: string
  org_id: string
}

/** Which voices can be spoken now, each by some port that is not down. */
export function createHeard({ db }: Pick<Platform<Tables>, 'db'>, { rooms, isThere }: HeardNeeds) {
  async function isHeard({ voice_id }: { voice_id: string }): Promise<boolean> {
    const ports = await portsFor(db.query, db.dialect, { voice_id })
    return ports.some(({ state, provider }) => state !== 'down' && isThere(provider))
  }

  return {
    /** One of the voices that a room has. */
    async canSpeak(room: Of): Promise<boolean> {
      const own = (await rooms.of([room])).get(room.id)
      for (const voice of own?.voices ?? []) if (await isHeard(voice)) return true
      return false
    },

    /** The voices of single lines of a room's plans that cannot: those lines are said by the room's. */
    async unheardIn(room: Of): Promise<{ plan: string; voice: string }[]> {
      const plans = await db.query
        .selectFrom('plan')
        .select(['id', 'name', 'voices_json'])
        .where('room_id', '=', room.id)
        .where('enabled', '=', 1)
        .where('deleted_at', 'is', null)
        .where('voices_json', 'is not', null)
        .orderBy('name')
        .execute()
      const unheard: { plan: string; voice: string }[] = []
      for (const { id, name, voices_json } of plans) {
        const pieces = JSON.parse(voices_json ?? '[]') as ScriptVoices['pieces']
        const found = await rooms.of([{ ...room, script: { hash: id, pieces } }])
        const able = found.get(room.id)?.order.script?.voices ?? []
        const named = [...new Set(pieces.map(([, voice_id]) => voice_id))]
        for (const voice of await namesOf(named)) {
          const isAble = able.some(({ voice_id }) => voice_id === voice.voice_id)
          if (!isAble || !(await isHeard(voice))) unheard.push({ plan: name, voice: voice.name })
        }
      }
      return unheard
    },
  }

  function namesOf(voice_ids: readonly string[]) {
    return db.query
      .selectFrom('voice')
      .select(['voice_id', 'name'])
      .where('voice_id', 'in', voice_ids)
      .orderBy('name')
      .execute()
  }
}
