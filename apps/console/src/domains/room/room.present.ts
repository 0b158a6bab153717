import type { RoomRow, RunSummary } from '@kaibo/contract/room/room.schema.ts'
import { isInSight, type RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Tone } from '#kit/status/status.tsx'

/** What acts, links and labels read of a room: the wall has little more of it, a room's own page has all. */
export type SomeRoom = Pick<
  RoomRow,
  'room_code' | 'name' | 'mode' | 'state' | 'attention' | 'version'
> & {
  run: Pick<RunSummary, 'gift_fen'> | null
}

const tones: Record<RoomState, Tone> = {
  idle: 'idle',
  preflight: 'starting',
  starting: 'starting',
  living: 'onair',
  paused: 'offline',
  takeover: 'onair',
  fallback: 'attention',
  stopping: 'starting',
  ended: 'idle',
  failed: 'failed',
  needs_attention: 'attention',
}
export const toneOf = (room: Pick<RoomRow, 'state'>): Tone => tones[room.state]

export const isOnAir = (room: Pick<RoomRow, 'state'>): boolean => isInSight(room.state)

export const keyOf = (room: SomeRoom): string => room.room_code
export const nameOf = (room: SomeRoom): string => room.name

const MINUTE_MS = 60_000

/** `3:05` hours and minutes since an instant. */
export function sinceText(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE_MS))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Fen a minute, over the last five whole minutes: one gift does not make it jump. */
export function ratePerMinute(per_minute: readonly number[]): number {
  const recent = per_minute.slice(-6, -1)
  return recent.length === 0
    ? 0
    : Math.round(recent.reduce((sum, fen) => sum + fen, 0) / recent.length)
}

/** The PC may be on air against its order. */
export const isGrave = ({ attention }: Pick<SomeRoom, 'attention'>): boolean =>
  attention?.grave ?? false

/** So long a PC may take to say that it does what it was told, without a person being told of it. */
export const CONFIRMS_WITHIN_MS = 3_000
