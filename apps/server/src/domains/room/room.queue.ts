import { Code } from '@kaibo/contract/facts/codes.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { QueueOrder, Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { isOnRun } from '@kaibo/contract/room/room.state.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { conflict, fault, notFound } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { roomByCode, type Room } from './room.store.ts'

/** What waits to be said in a room. Only its PC knows, and it is nowhere kept. */
export function createQueue({ link, platform: { db } }: Pick<RoomContext, 'link' | 'platform'>) {
  async function ask({ pc_id, room_code }: Room, order: QueueOrder | null) {
    const answer = pc_id === null ? undefined : await link.asks.queue(pc_id, { room_code, order })
    if (!answer) throw fault(Code.noAnswer, NO_ANSWER)
    return answer
  }

  return {
    async waiting(room: Room): Promise<Waiting[]> {
      if (!isOnRun(room.state)) return []
      return (await ask(room, null)).list ?? []
    },

    /** Nothing is stored, so the room is found in a transaction: it owes the audit row before the order leaves for the PC. */
    async act(actor: Actor, room_code: string, order: QueueOrder): Promise<Room> {
      const room = await db.transaction((trx) => roomByCode(trx, actor.scope, room_code))
      if (!room) throw notFound(nouns.room)
      const { list, done } = await ask(room, order)
      if (!list) throw conflict(NOT_ON_AIR)
      if (!done) throw conflict(GONE)
      return room
    },
  }
}

const NO_ANSWER = words('PC未响应，请稍后重试', 'The PC does not answer; try again later')
const NOT_ON_AIR = words('直播间没有在播', 'The room is not on air')
const GONE = words(
  '这句话已经说了或过期，不在队列中了',
  'The line has been said or has expired: it waits no longer',
)
