import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Tone } from '#kit/status/status.tsx'

const tones: Record<RoomState, Tone> = {
  idle: 'idle',
  preflight: 'starting',
  starting: 'starting',
  living: 'onair',
  stopping: 'starting',
  ended: 'idle',
  failed: 'failed',
}
export const toneOf = (room: RoomRow): Tone => tones[room.state]

export const isOnAir = (room: RoomRow): boolean =>
  room.state === 'living' || room.state === 'stopping'

export const keyOf = (room: RoomRow): string => room.room_code
export const nameOf = (room: RoomRow): string => room.name

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

/** The letter of the picture that a room does not have yet. Names often begin alike: 演示·听雨 and 演示·老周 are 听 and 老. */
export function initialOf(name: string): string {
  const own = name.slice(name.indexOf('·') + 1).trim() || name
  return Array.from(own)[0] ?? ''
}

/** A colour of the room's own for the picture it does not have yet: stable, quiet, from its code. */
export function hueOf(room_code: string): number {
  let hue = 7
  for (const letter of room_code) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  return hue
}
