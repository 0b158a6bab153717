import type { Transaction } from 'kysely'
import type { AlarmMoment, AlarmType } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { setAlarms } from '#domains/lookup/alarm.store.ts'
import type { Tables } from '#migrations/tables.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { RoomContext } from './room.context.ts'
import { noteOf, spoken } from './room.moments.ts'

export interface Alarm {
  /** What it is about, in one word for all of its kind. */
  kind: string
  type: ValueOf<typeof AlarmType>
  moment: ValueOf<typeof AlarmMoment>
  said: Words
}

/** Tells a person what went wrong by itself in these rooms: its words stand in their timelines once `trx` is committed, and rooms on air need somebody for a while. */
export type Raise = (
  trx: Transaction<Tables>,
  room_ids: readonly string[],
  alarm: Alarm,
) => Promise<void>

export const createRaise =
  ({ platform: { clock, ids }, feed }: RoomContext): Raise =>
  async (trx, room_ids, { said, ...alarm }) => {
    if (room_ids.length === 0) return
    const at = clock.now()
    const rooms = await trx
      .selectFrom('room')
      .select(['id', 'run_id', 'state'])
      .where('id', 'in', room_ids)
      .where('deleted_at', 'is', null)
      .execute()
    if (rooms.length === 0) return
    await setAlarms(
      trx,
      rooms.map(({ id }) => ({ room_id: id, at, ...spoken(said) })),
    )
    const moments = await trx
      .insertInto('room_moment')
      .values(
        rooms.map((room) => ({
          ...noteOf(room, { key: ids.next(at), at, tag: 'error', said }),
          data_json: JSON.stringify({ alarm }),
        })),
      )
      .returning(['id', 'room_id'])
      .execute()
    afterCommit(trx, () => feed.stored({ moments }))
  }
