import * as z from 'zod/mini'
import { LiveStatus, WorkerStatus } from '../facts/enums.ts'
import type { ValueOf } from '../kernel/enumeration.ts'

/**
 * The fine state of a room, kept by the server. The spec's LiveStatus is derived from it; WorkerStatus is what the PC reports.
 *
 *     idle → preflight → starting → living → stopping → ended
 *               │            └────────┴──────────┴──────→ failed
 *               └→ idle (the checks refused it)
 */
export const ROOM_STATES = [
  'idle',
  'preflight',
  'starting',
  'living',
  'stopping',
  'ended',
  'failed',
] as const
export const RoomState = z.enum(ROOM_STATES)
export type RoomState = z.infer<typeof RoomState>

/** Every move a room may make; any other is a programming error, or an act that is refused with 1006. */
export const roomMoves: Readonly<Record<RoomState, readonly RoomState[]>> = {
  idle: ['preflight'],
  preflight: ['idle', 'ended', 'failed', 'starting'],
  starting: ['living', 'stopping', 'failed', 'ended'],
  living: ['stopping', 'failed', 'ended'],
  stopping: ['ended', 'failed'],
  ended: ['preflight'],
  failed: ['preflight'],
}

/** States in which a run is open. */
export const ON_RUN: readonly RoomState[] = ['starting', 'living', 'stopping']

export function liveStatusOf(state: RoomState): ValueOf<typeof LiveStatus> {
  if (state === 'preflight' || state === 'starting') return LiveStatus.starting
  return state === 'living' || state === 'stopping' ? LiveStatus.doing : LiveStatus.undo
}

/** What the server takes a worker to be doing before the PC has reported. */
export const WORKER_UNKNOWN = WorkerStatus.undo
