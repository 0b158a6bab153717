import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { enumeration, oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { storable } from '../live/event.ts'
import { words } from '../kernel/words.ts'
import { roomCode } from '../room/room.schema.ts'

/* The sentences that wait for the anchor of a room: they are on its PC, which is asked for them, or tells them while it is watched. */

/** The most sentences that wait in a room. */
export const QUEUE_CAPACITY = 50
/** How long the server waits for the PC. */
export const QUEUE_WITHIN_MS = 5_000
/** Said by agents that tell what waits in a room while it is watched. */
export const WATCHED = 'watch:1'

const text = (max: number) => z.string().check(z.maxLength(max), z.overwrite(storable))
const speechId = () =>
  field(words('话术', 'Line'), z.string().check(z.minLength(1), z.maxLength(64)))

/** `first`: next of all. `say`: one under review may be said, and is the next. */
export const QueueAct = enumeration({
  cancel: ['cancel', '丢弃', 'Drop'],
  first: ['first', '置顶', 'Next'],
  say: ['say', '说', 'Say'],
})

export const QueueOrder = z.object({
  speech_id: speechId(),
  act: field(nouns.action, oneOf(QueueAct)),
})
export type QueueOrder = z.infer<typeof QueueOrder>

export const Waiting = z.object({
  speech_id: text(64),
  text: text(1_000),
  priority: z.int(),
  /** Since it waits, and until it is not worth saying any more, in milliseconds. */
  age_ms: z.int(),
  left_ms: z.int(),
  /** The rule or the question that said it. */
  cause: text(100),
  /** False under review: it waits for a person's 说 and is dropped without one. */
  ready: z.boolean(),
})
export type Waiting = z.infer<typeof Waiting>

/** In the order in which they will be said; those under review at the end. */
export const WaitingList = z.array(Waiting).check(z.maxLength(QUEUE_CAPACITY))

/** Somebody looks at a room: for `WATCH_LASTS_MS` its PC tells what waits there, at once and whenever it has changed. */
export const WatchFrame = z.object({ type: z.literal('watch'), room_code: z.string() })

/** What waits in a watched room now: nothing where it is not on air on this PC. */
export const WaitingFrame = z.object({
  type: z.literal('waiting'),
  room_code: text(16),
  list: WaitingList,
})
export type WaitingFrame = z.infer<typeof WaitingFrame>

export const SpeechQueue = z.object({ list: WaitingList })
export const QueueActing = z.extend(QueueOrder, { room_code: roomCode() })
