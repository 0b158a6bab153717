import * as z from 'zod/mini'
import { SpeechQueue } from '../agent/queue.schema.ts'
import type { CallName } from '../kernel/endpoint.ts'
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
    /** What waits to be said, whenever that has changed: only of PCs that say `WATCHED`. */
    'room.queue': SpeechQueue,
  },
  /** `form:<call>:<id>`: a record's form, by the call that saves it. Whoever listens has it open, and hears who else has. */
  form: {
    'form.people': z.object({
      people: z.array(z.object({ uid: z.string(), name: z.string() })),
      /** Others, whose names are not for this reader. */
      more: z.int(),
    }),
  },
  /** The name of a list whose line in the contract says `live`, as `account.list`: the keys of rows that somebody else changed. */
  list: { 'rows.changed': z.array(z.string()) },
}
type Topics = typeof topics

export type RoomTopic = `room:${string}`
export type FormTopic = `form:${CallName}:${string}`
export type ListTopic = `${string}.${string}`
export type TopicName = 'rooms' | RoomTopic | FormTopic | ListTopic

type KindOf<T extends TopicName> = T extends 'rooms'
  ? 'rooms'
  : T extends RoomTopic
    ? 'room'
    : T extends FormTopic
      ? 'form'
      : 'list'

/** The topic of a record's form. */
export const formTopic = (call: CallName, id: string): FormTopic => `form:${call}:${id}`

type EventsOf<Events extends Record<string, z.ZodMiniType>> = {
  [E in keyof Events]: { event: E; data: z.output<Events[E]> }
}[keyof Events]

/** A message of a topic: `event` says what `data` is. */
export type LiveEvent<T extends TopicName> = EventsOf<Topics[KindOf<T>]>
