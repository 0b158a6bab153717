import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { RoomContext } from './room.context.ts'
import { failure, RoomMoved } from './room.move.ts'
import * as store from './room.store.ts'
import { createUnconfirmed } from './room.unconfirmed.ts'

export const START_WITHIN_MS = 55_000
/** The checks take milliseconds: a room that stays in `preflight` longer was left so by a server that has ended. */
const PREFLIGHT_WITHIN_MS = 15_000
/** A PC may finish a long sentence first; one that takes longer than this does not stop. */
export const STOP_WITHIN_MS = 60_000
const UNREACHABLE_AFTER_MS = 10_000

type Passing = Awaited<ReturnType<typeof store.passingRooms>>[number]
interface Overdue {
  to: RoomState
  cause: MoveCause
  last_error?: Words
  isUnconfirmed?: true
}

/** The move that ends a passing state which has lasted `age` milliseconds; undefined while it may last. */
function overdue({ state, presence }: Passing, age: number): Overdue | undefined {
  if (state === 'preflight') {
    return age > PREFLIGHT_WITHIN_MS ? { to: 'idle', cause: 'server_restart' } : undefined
  }
  // The server has just started: the PC may still reconnect and report.
  if (presence === PcPresence.unknown) return undefined
  if (state === 'starting') {
    const last_error = words(
      `客户端${START_WITHIN_MS / 1000}秒内未开播`,
      `The PC did not start within ${START_WITHIN_MS / 1000} s`,
    )
    return age > START_WITHIN_MS ? { to: 'failed', cause: 'start_timeout', last_error } : undefined
  }
  if (presence === PcPresence.offline && age > UNREACHABLE_AFTER_MS)
    return { to: 'ended', cause: 'stop_unreachable', isUnconfirmed: true }
  return undefined
}

/**
 * Ends passing states that last too long. It reads the database instead of keeping timers, so that a restart loses none. After
 * a restart the time counts from when PCs have had time to reconnect.
 */
export function createDeadlines(context: RoomContext) {
  const { platform, transit, link } = context
  const { markUnconfirmed } = createUnconfirmed(context)
  const { db, clock, log } = platform
  const began = clock.now()
  const everyoneIsBack = began + RECONNECT_WINDOW_MS

  return async function check(): Promise<void> {
    for (const room of await store.passingRooms(db.query, link.heardSince())) {
      const since =
        room.state_since < began && room.state !== 'preflight'
          ? Math.max(room.state_since, everyoneIsBack)
          : room.state_since
      const age = clock.now() - since
      const end = overdue(room, age)
      try {
        // Silence fails no room: the PC may have stopped, or may never have been told.
        if (room.state === 'stopping' && age > STOP_WITHIN_MS) await markUnconfirmed(room)
        if (!end) continue
        const { to, cause, last_error, isUnconfirmed } = end
        await transit(room, to, { cause }, last_error ? failure(last_error) : {})
        if (isUnconfirmed) await markUnconfirmed(room)
      } catch (error) {
        // Logged only, so that the other rooms are checked; the next run tries this one again.
        if (!(error instanceof RoomMoved))
          log.error({ err: error, room_id: room.id }, 'a room cannot be moved on')
      }
    }
  }
}
