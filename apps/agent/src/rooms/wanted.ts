import { DesiredRoom, RoomOrder } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** A room that a later version describes in a way that this one cannot read. */
export interface Unread {
  /** Empty where not even that can be read. */
  room_code: string
  /** What is to be done with it, where at least that can be read. */
  order: RoomOrder | undefined
  /** Where it cannot be read. */
  at: string
}

export interface Wanted {
  rooms: DesiredRoom[]
  unread: Unread[]
}

/** Each room by itself: one that cannot be read never costs the others. */
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
 * What is wanted of a room that cannot be read, by what was wanted before: it can be stopped, and a run goes on as it is. No
 * other run begins: its mode or its credentials may be others.
 */
export function standIn({ order }: Unread, before: DesiredRoom | undefined): DesiredRoom[] {
  if (!before) return []
  if (!order) return [before]
  const isOtherRun = order.run && !(before.run && before.run_id === order.run_id)
  return isOtherRun ? [] : [{ ...before, ...order, config_hash: before.config_hash }]
}
