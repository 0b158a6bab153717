import * as z from 'zod/mini'

/** The live channel between server and console: JSON text frames over the WebSocket that `/live/getWsInfo` names. */
export const LIVE_PATH = '/live/ws'
export const TICKET_TTL_MS = 30_000

/**
 * Close codes. `forced`: the console logs out, with the code it would have got over HTTP. `slow`: it reads too slowly for what
 * it is sent. `tooMuch`: the account has too many channels, or sends too many frames; it comes back after a longer wait.
 */
export const LIVE_CLOSE = { badTicket: 4401, forced: 4403, slow: 4408, tooMuch: 4429 } as const

/**
 * `rooms`: every room of the scope. `room:<code>`: one room's timeline as well. The name of a list whose line in the contract
 * says `live`, as `account.list`: which of its rows somebody else has changed.
 */
export const Topic = z
  .string()
  .check(z.maxLength(40), z.regex(/^(rooms|room:[2-9A-HJKMNP-TV-Z]{8}|[a-z-]+\.[a-z]+)$/))

const MAX_TOPICS = 50
/** Far above fifty topics with the words around them. */
export const MAX_CLIENT_FRAME_BYTES = 4_096

export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    topics: z.array(Topic).check(z.maxLength(MAX_TOPICS)),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    topics: z.array(Topic).check(z.maxLength(MAX_TOPICS)),
  }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/**
 * `room.changed` carries the whole row, so that a tile is patched without a fetch; `room.moments` what was added to the
 * timeline; `room.removed` a code; `rows.changed` the keys of rows, and nothing in them. `refused` answers a topic out of scope,
 * with the same words as an unknown one.
 */
export type ServerFrame =
  | { type: 'subscribed'; topics: string[] }
  | { type: 'refused'; topic: string; msg: string }
  | {
      type: 'event'
      topic: string
      event: 'room.changed' | 'room.moments' | 'room.removed' | 'room.progress' | 'rows.changed'
      data: unknown
    }
  | { type: 'forced_out'; code: number; msg: string; msg_en?: string }
