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

  /** Those of these voices that the room would be told of. */
  async function ableFor(
    room: Of,
    voices: readonly { voice_id: string }[],
  ): Promise<ReadonlySet<string>> {
    const pieces = voices.map(({ voice_id }, at): [number, string] => [at, voice_id])
    const found = await rooms.of([{ ...room, script: { hash: '', pieces } }])
    const told = found.get(room.id)?.order.script?.voices ?? []
    return new Set(told.map(({ voice_id }) => voice_id))
  }

  const namesOf = (voice_ids: readonly string[]) =>
    db.query
      .selectFrom('voice')
      .select(['voice_id', 'name'])
      .where('voice_id', 'in', voice_ids)
      .execute()

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
        .select(['name', 'voices_json'])
        .where('room_id', '=', room.id)
        .where('enabled', '=', 1)
        .where('deleted_at', 'is', null)
        .where('voices_json', 'is not', null)
        .orderBy('name')
        .execute()
      if (plans.length === 0) return []
      const said = plans.flatMap(({ name, voices_json }) => {
        const pieces = JSON.parse(voices_json ?? '[]') as ScriptVoices['pieces']
        return [...new Set(pieces.map(([, voice_id]) => voice_id))].map((voice_id) => ({
          plan: name,
          voice_id,
        }))
      })
      const voices = await namesOf([...new Set(said.map(({ voice_id }) => voice_id))])
      const able = await ableFor(room, voices)
      const unheard = new Map<string, string>()
      for (const { voice_id, name } of voices)
        if (!able.has(voice_id) || !(await isHeard({ voice_id }))) unheard.set(voice_id, name)
      return said.flatMap(({ plan, voice_id }) => {
        const voice = unheard.get(voice_id)
        return voice === undefined ? [] : [{ plan, voice }]
      })
    },
  }
}
