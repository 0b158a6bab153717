import { words } from '@kaibo/contract/kernel/words.ts'
import { noteOf } from './room.moments.ts'
import type { RoomContext } from './room.context.ts'
import * as store from './room.store.ts'

type Room = Pick<store.Reportable, 'id' | 'run_id' | 'unconfirmed_at'>

const SAID = words('PC未确认停播', 'The PC has not confirmed the stop')
const HEARD = words('PC已确认停播', 'The PC has confirmed the stop')

/** A stop of which the PC has said nothing in time: it stands at the room until the PC reports. */
export function createUnconfirmed({ platform: { db, clock, ids }, feed }: RoomContext) {
  async function set(room: Room, isUnconfirmed: boolean): Promise<void> {
    const at = clock.now()
    const moments = await db.transaction(async (trx) => {
      if (!(await store.setUnconfirmed(trx, room.id, isUnconfirmed ? at : null))) return []
      const [tag, said] = isUnconfirmed ? (['error', SAID] as const) : (['info', HEARD] as const)
      const moment = noteOf(room, { key: ids.next(at), at, tag, said })
      return trx.insertInto('room_moment').values(moment).returning(['id', 'room_id']).execute()
    })
    if (moments.length > 0) feed.stored({ moments })
  }

  return {
    markUnconfirmed: async (room: Room): Promise<void> => {
      if (room.unconfirmed_at === null) await set(room, true)
    },
    markConfirmed: async (room: Room): Promise<void> => {
      if (room.unconfirmed_at !== null) await set(room, false)
    },
  }
}
