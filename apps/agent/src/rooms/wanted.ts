import { DesiredRoom, RoomOrder } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** A room whose desired state comes from a newer server and cannot be read. */
export interface Unread {
  /** Empty where that cannot be read either. */
  room_code: string
  /** What is to be done with the room, if at least that can be read. */
  order: RoomOrder | undefined
  /** The path at which it cannot be read. */
  at: string
}

export interface Wanted {
  rooms: DesiredRoom[]
  unread: Unread[]
}

/** Reads each room by itself, so that one that cannot be read does not affect the others. */
export function readRooms(json: readonly unknown[]): Wanted {
  const wanted: Wanted = { rooms: [], unread: [] }
  for (const one of json) {
    const { data, error } = DesiredRoom.safeParse(one)
    if (data) wanted.rooms.push(data)
    else wanted.unread.push(unreadOf(one, error?.issues[0]?.path ?? []))
  }
  return wanted
}

const unreadOf = (json: unknown, path: readonly PropertyKey[]): Unread => ({
  room_code: codeOf(json) ?? '',
  order: RoomOrder.safeParse(json).data,
  at: path.join('.').slice(0, 200),
})

export function codeOf(json: unknown): string | undefined {
  return isRecord(json) && typeof json['room_code'] === 'string' ? json['room_code'] : undefined
}

/**
 * The desired state to use for a room that cannot be read, made from its last one: it can be stopped, and a run goes on. No
 * other run is started, because its mode or credentials may differ.
 */
export function standIn({ order }: Unread, before: DesiredRoom | undefined): DesiredRoom[] {
  if (!before) return []
  if (!order) return [before]
  const isOtherRun = order.run && !(before.run && before.run_id === order.run_id)
  return isOtherRun ? [] : [{ ...before, ...order, config_hash: before.config_hash }]
}
