import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'

interface Raised {
  room_id: string
  at: number
  text: string
  text_en: string | null
}

/** Has rooms need a person: of several alarms of a room the last counts. */
export async function setAlarms(
  trx: Transaction<Tables>,
  raised: readonly Raised[],
): Promise<void> {
  for (const { room_id, at, text, text_en } of raised)
    await trx
      .updateTable('room')
      .set({ alarm: text, alarm_en: text_en, alarm_at: at })
      .where('id', '=', room_id)
      .where((is) => is.or([is('alarm_at', '<=', at), is('alarm_at', 'is', null)]))
      .execute()
}
