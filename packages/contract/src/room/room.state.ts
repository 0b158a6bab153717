import * as z from 'zod/mini'
import type { AirOrder } from '../agent/air.schema.ts'
import { LiveStatus, WorkerStatus } from '../facts/enums.ts'
import type { ValueOf } from '../kernel/enumeration.ts'

/**
 * The fine state of a room, kept by the server. The spec's LiveStatus is derived from it; WorkerStatus is what the PC reports.
 *
 *     idle → preflight → starting → living → stopping → ended
 *               │            └────────┴──────────┴──────→ failed
 *               └→ idle (the checks refused it)
 *
 * On air a room is also `paused` (nothing is said), in `takeover` (only what a person says) or in `fallback` (its voice or its
 * picture is gone: subtitles only). A plan whose checks were not passed leaves it in `needs_attention` until a person has looked.
 */
export const ROOM_STATES = [
  'idle',
  'preflight',
  'starting',
  'living',
  'paused',
  'takeover',
  'fallback',
  'stopping',
  'ended',
  'failed',
  'needs_attention',
] as const
export const RoomState = z.enum(ROOM_STATES)
export type RoomState = z.infer<typeof RoomState>

/** Every move a room may make; any other is a programming error, or an act that is refused with 1006. */
export const roomMoves: Readonly<Record<RoomState, readonly RoomState[]>> = {
  idle: ['preflight'],
  preflight: ['idle', 'ended', 'failed', 'needs_attention', 'starting'],
  starting: ['living', 'stopping', 'failed', 'ended'],
  living: ['paused', 'takeover', 'fallback', 'stopping', 'failed', 'ended'],
  paused: ['living', 'fallback', 'takeover', 'stopping', 'failed', 'ended'],
  takeover: ['living', 'fallback', 'paused', 'stopping', 'failed', 'ended'],
  fallback: ['living', 'paused', 'takeover', 'stopping', 'failed', 'ended'],
  stopping: ['ended', 'failed'],
  ended: ['preflight'],
  failed: ['preflight'],
  needs_attention: ['preflight', 'idle'],
}

/** States in which viewers see the room and it is to go on. */
export const ON_AIR = [
  'living',
  'paused',
  'takeover',
  'fallback',
] as const satisfies readonly RoomState[]
/** Those with a room that is winding up: viewers see it. */
export const IN_SIGHT = [...ON_AIR, 'stopping'] as const satisfies readonly RoomState[]
/** States in which a run is open. */
export const ON_RUN = ['starting', ...IN_SIGHT] as const satisfies readonly RoomState[]

export const isOnAir = (state: RoomState): boolean => isOneOf(ON_AIR, state)
export const isInSight = (state: RoomState): boolean => isOneOf(IN_SIGHT, state)
export const isOnRun = (state: RoomState): boolean => isOneOf(ON_RUN, state)

const isOneOf = (states: readonly RoomState[], state: RoomState): boolean => states.includes(state)

export function liveStatusOf(state: RoomState): ValueOf<typeof LiveStatus> {
  if (state === 'preflight' || state === 'starting') return LiveStatus.starting
  return isInSight(state) ? LiveStatus.doing : LiveStatus.undo
}

export const airOf = (state: RoomState): AirOrder =>
  state === 'paused' || state === 'takeover' ? state : 'open'

/** What the server takes a worker to be doing before the PC has reported. */
export const WORKER_UNKNOWN = WorkerStatus.undo
