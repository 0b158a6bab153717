import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { domain, MAX_BODY_BYTES, post } from '../kernel/endpoint.ts'
import { field } from '../kernel/field.ts'
import { RefusedEvent } from '../live/event.ts'

export const MAX_PUSH_EVENTS = 1_000
/** The generic push's timestamp may be this far off, in seconds. */
export const PUSH_WINDOW_S = 300

/** Which events of a batch were new, which were known, which were refused: the sender may repeat the whole batch. */
export const PushResult = z.object({
  accepted: z.int(),
  repeated: z.int(),
  refused: z.array(RefusedEvent),
})
export type PushResult = z.infer<typeof PushResult>

/** Both verify a signature over the raw body instead of a login. */
export const ingestApi = domain('ingest', {
  events: post('/ingest/v1/events', {
    input: z.strictObject({
      room_code: field(nouns.room, z.string().check(z.minLength(1), z.maxLength(8))),
      events: field(
        nouns.event,
        z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_PUSH_EVENTS)),
      ),
    }),
    data: PushResult,
    can: 'public',
    maxBytes: MAX_BODY_BYTES,
  }),
  /** The body is a bare JSON array of Douyin payloads, so it has no input fields; the route reads it raw. */
  douyin: post('/ingest/v1/douyin', {
    data: PushResult,
    can: 'public',
    maxBytes: MAX_BODY_BYTES,
  }),
})
