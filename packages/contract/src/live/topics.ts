import * as z from 'zod/mini'
import { Moment, RoomRow, StartProgress } from '../room/room.schema.ts'
import { WallRoom } from '../room/room.wall.schema.ts'

/** Carries a room's code. */
const removed = { 'room.removed': z.string() }

/** What is said on each kind of topic: topic → event → what it carries. */
export const topics = {
  /** Every room of the scope. */
  rooms: {
    ...removed,
    /** As the wall shows them, so that it is patched without a fetch; all that changed within a moment. */
    'rooms.changed': z.array(WallRoom),
  },
  /** `room:<code>`: one room's timeline as well. */
  room: {
    ...removed,
    /** The whole row. */
    'room.changed': RoomRow,
    /** What was added to the timeline. */
    'room.moments': z.array(Moment),
    'room.progress': StartProgress,
  },
  /** The name of a list whose line in the contract says `live`, as `account.list`: the keys of rows that somebody else changed. */
  list: { 'rows.changed': z.array(z.string()) },
}
type Topics = typeof topics

export type RoomTopic = `room:${string}`
export type ListTopic = `${string}.${string}`
export type TopicName = 'rooms' | RoomTopic | ListTopic

type KindOf<T extends TopicName> = T extends 'rooms'
  ? 'rooms'
  : T extends RoomTopic
    ? 'room'
    : 'list'

type EventsOf<Events extends Record<string, z.ZodMiniType>> = {
  [E in keyof Events]: { event: E; data: z.output<Events[E]> }
}[keyof Events]

/** A message of a topic: `event` says what `data` is. */
export type LiveEvent<T extends TopicName> = EventsOf<Topics[KindOf<T>]>
