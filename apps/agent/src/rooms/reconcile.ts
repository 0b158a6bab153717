import type { AirOrder } from '@kaibo/contract/agent/air.schema.ts'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'

export type StopMode = DesiredRoom['stop_mode']

/** What this PC is doing for one room. */
export interface ActualRoom {
  room_code: string
  run_id: string | null
  config_hash: string
  /** What it may say. */
  air: AirOrder
  /** When it ends by itself, and which wish of a rule the server has heard. */
  stop?: DesiredRoom['stop']
  wish_heard?: DesiredRoom['wish_heard']
  /** `over`: it ended by itself, by a fault or with the platform; only another run starts it again. */
  phase: 'running' | 'over' | 'stopping'
  /** How it is stopping. */
  stop_mode?: StopMode | undefined
}

export type Step =
  | { do: 'start'; room: DesiredRoom }
  | { do: 'update'; room: DesiredRoom }
  | { do: 'direct'; room: DesiredRoom }
  | { do: 'stop'; room_code: string; mode: StopMode }

/**
 * The steps from the actual to the desired state. A room that is stopping finishes first, and its end reconciles again; until
 * then its only possible step is to stop at once instead of after the sentence.
 */
export function reconcile(desired: readonly DesiredRoom[], actual: readonly ActualRoom[]): Step[] {
  const wanted = new Map(desired.map((room) => [room.room_code, room]))
  const present = new Set(actual.map(({ room_code }) => room_code))
  const starts = desired
    .filter((room) => room.run && !present.has(room.room_code))
    .map((room): Step => ({ do: 'start', room }))
  return [...actual.flatMap((room) => stepFor(wanted.get(room.room_code), room)), ...starts]
}

function stepFor(wanted: DesiredRoom | undefined, room: ActualRoom): Step[] {
  const stop = (mode: StopMode): Step[] =>
    room.phase === 'stopping' && (mode === 'sentence' || room.stop_mode === 'now')
      ? []
      : [{ do: 'stop', room_code: room.room_code, mode }]
  // The room is not on this PC any more
  if (!wanted) return stop('now')
  if (!wanted.run) return stop(wanted.stop_mode)
  if (wanted.run_id !== room.run_id) return stop('now')
  if (room.phase === 'running' && wanted.config_hash !== room.config_hash)
    return [{ do: 'update', room: wanted }]
  if (room.phase === 'running' && !hasOrders(room, wanted)) return [{ do: 'direct', room: wanted }]
  return []
}

/** What is ordered beside the settings. */
const hasOrders = (room: ActualRoom, { air = 'open', stop, wish_heard }: DesiredRoom): boolean =>
  air === room.air &&
  wish_heard === room.wish_heard &&
  JSON.stringify(stop) === JSON.stringify(room.stop)
