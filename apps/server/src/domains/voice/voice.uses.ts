import { sql, type SqlBool } from 'kysely'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { VoiceRow } from '@kaibo/contract/voice/voice.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict } from '#platform/fault.ts'

type Q = Queryable<Tables>

/**
 * Nobody speaks by it, or is to: also of those that the actor does not see, for the voice is theirs, too. With `owner` only
 * organisations other than that one count.
 */
export async function assertUnused(trx: Q, row: VoiceRow, owner?: string): Promise<void> {
  const rooms = await roomsNaming(trx, row.voice_id, owner)
  const plans = await plansNaming(trx, row.voice_id, owner)
  if (rooms.length + plans.length > 0) throw conflict(usedIn(rooms, plans), row)
}

/** No line of a plan is said by it. */
export async function assertUnspoken(trx: Q, row: VoiceRow): Promise<void> {
  const plans = await plansNaming(trx, row.voice_id)
  if (plans.length > 0) throw conflict(usedIn([], plans), row)
}

/**
 * The rooms in whose settings a voice is named: as their own, as what steps in for it, or in a line that they say; not those of
 * `owner`. An id stands nowhere by chance, so the settings need not be understood here.
 */
function roomsNaming(q: Q, voice_id: string, owner?: string) {
  const named = sql`value_json like ${naming(voice_id)} escape '\\'`
  return q
    .selectFrom('room')
    .select(['room.id', 'room.room_code', 'room.name'])
    .where('room.deleted_at', 'is', null)
    .$if(owner !== undefined, (some) => some.where('room.org_id', '<>', owner ?? ''))
    .where(
      sql<SqlBool>`exists (select 1 from room_part where room_part.room_id = room.id and ${named})`,
    )
    .orderBy('room.name')
    .limit(50)
    .execute()
}

const naming = (voice_id: string): string => `%"${voice_id.replaceAll(/[\\%_]/g, '\\$&')}"%`

/** The plans in which a piece is said by the voice, but for those of `owner`. */
const plansNaming = (q: Q, voice_id: string, owner?: string) =>
  q
    .selectFrom('plan')
    .select('name')
    .$if(owner !== undefined, (some) => some.where('org_id', '<>', owner ?? ''))
    .where(sql<SqlBool>`segments_json like ${naming(voice_id)} escape '\\'`)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(50)
    .execute()

function usedIn(rooms: readonly { name: string }[], plans: readonly { name: string }[]): Words {
  const zh = [
    ...rooms.map(({ name }) => `直播间「${name}」`),
    ...plans.map(({ name }) => `计划「${name}」`),
  ]
  const en = [
    ...rooms.map(({ name }) => `room “${name}”`),
    ...plans.map(({ name }) => `plan “${name}”`),
  ]
  return words(`使用中：${zh.join('、')}`, `In use by: ${en.join(', ')}`)
}
