import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { RoomContext } from './room.context.ts'
import { failure, RoomMoved } from './room.move.ts'
import * as store from './room.store.ts'

export const START_WITHIN_MS = 55_000
/** The checks take milliseconds: a room that is longer in them was left there by a server that ended. */
const PREFLIGHT_WITHIN_MS = 15_000
/** A sentence may be long; after this the PC does not obey. */
const STOP_WITHIN_MS = 60_000
const UNREACHABLE_AFTER_MS = 10_000

type Passing = Awaited<ReturnType<typeof store.passingRooms>>[number]
interface Overdue {
  to: RoomState
  cause: MoveCause
  last_error?: Words
}

/** What becomes of a room that has been in a passing state for `age` milliseconds. */
function overdue({ state, presence }: Passing, age: number): Overdue | undefined {
  if (state === 'preflight') {
    return age > PREFLIGHT_WITHIN_MS ? { to: 'idle', cause: 'server_restart' } : undefined
  }
  // The server has just started, and the PC may still come back and say how far it is.
  if (presence === PcPresence.unknown) return undefined
  if (state === 'starting') {
    const last_error = words(
      `客户端${START_WITHIN_MS / 1000}秒内未开播`,
      `The PC did not start within ${START_WITHIN_MS / 1000} s`,
    )
    return age > START_WITHIN_MS ? { to: 'failed', cause: 'start_timeout', last_error } : undefined
  }
  if (presence === PcPresence.offline && age > UNREACHABLE_AFTER_MS)
    return { to: 'ended', cause: 'stop_unreachable' }
  const last_error = words(
    `客户端${STOP_WITHIN_MS / 1000}秒内未停播，请到PC上检查`,
    `The PC did not stop within ${STOP_WITHIN_MS / 1000} s; look at it`,
  )
  return age > STOP_WITHIN_MS ? { to: 'failed', cause: 'stop_timeout', last_error } : undefined
}

/**
 * Ends the states that must not last. It reads the database and keeps no timers, so that a restart forgets none; but after
 * one the PCs get time to come back and say how far they are.
 */
export function createDeadlines({ platform, transit, link }: RoomContext) {
  const { db, clock, log } = platform
  const began = clock.now()
  const everyoneIsBack = began + RECONNECT_WINDOW_MS

  return async function check(): Promise<void> {
    for (const room of await store.passingRooms(db.query, link.heardSince())) {
      const since =
        room.state_since < began && room.state !== 'preflight'
          ? Math.max(room.state_since, everyoneIsBack)
          : room.state_since
      const end = overdue(room, clock.now() - since)
      if (!end) continue
      const { to, cause, last_error } = end
      try {
        await transit(room, to, { cause }, last_error ? failure(last_error) : {})
        if (room.pc_id) link.pushDesired([room.pc_id])
      } catch (error) {
        // The next beat tries again; the other rooms' deadlines do not wait for this one's.
        if (!(error instanceof RoomMoved))
          log.error({ err: error, room_id: room.id }, 'a room cannot be moved on')
      }
    }
  }
}
