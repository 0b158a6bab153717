import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { Tone } from '#kit/status/status.tsx'
import { isOnAir } from './room.present.ts'

/** How one part of a room does. */
export interface Health {
  tone: Tone
  /** The instant that its words end with: last seen, or last said. */
  at?: number | null
}

interface TalkHealth extends Health {
  /** A text of `room_page`; `fault` is told by the room's last error. */
  word:
    | 'talk_idle'
    | 'talk_waits'
    | 'talk_lost'
    | 'talk_starting'
    | 'talk_silent'
    | 'talk_ok'
    | 'fault'
}

export function pcHealth(room: RoomRow): Health {
  const { pc } = room
  if (!pc) return { tone: 'offline' }
  if (pc.presence === PcPresence.online) return { tone: 'ok' }
  const at = pc.last_seen_at
  if (pc.presence === PcPresence.unknown) return { tone: 'starting', at }
  // Nobody sees to a room on air whose PC is gone.
  return { tone: isOnAir(room) ? 'attention' : 'offline', at }
}

export function talkHealth(room: RoomRow): TalkHealth {
  if (room.state === 'failed' && room.last_error !== null) return { tone: 'failed', word: 'fault' }
  if (!isOnAir(room)) return { tone: 'idle', word: 'talk_idle' }
  if (room.pc?.presence === PcPresence.unknown) return { tone: 'starting', word: 'talk_waits' }
  if (room.pc?.presence !== PcPresence.online) return { tone: 'offline', word: 'talk_lost' }
  if (room.worker !== WorkerStatus.living) return { tone: 'starting', word: 'talk_starting' }
  const since = room.run?.started_at ?? 0
  // The row keeps the last sentence of the run before.
  if (!room.sentence || room.sentence.at < since) return { tone: 'idle', word: 'talk_silent' }
  return { tone: 'ok', word: 'talk_ok', at: room.sentence.at }
}
