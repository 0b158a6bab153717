import * as z from 'zod/mini'

/** The live channel between server and console: JSON text frames over the WebSocket that `/live/getWsInfo` names. */
export const LIVE_PATH = '/live/ws'
export const TICKET_TTL_MS = 30_000

/**
 * Close codes. `forced`: the console logs out, with the code it would have got over HTTP. `slow`: it reads too slowly for what
 * it is sent. `tooMuch`: the account has too many channels, or sends too many frames; it comes back after a longer wait.
 */
export const LIVE_CLOSE = { badTicket: 4401, forced: 4403, slow: 4408, tooMuch: 4429 } as const

/** What a topic looks like (`topics.ts` says what is said on it); any other is refused as one that does not exist. */
export const Topic = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(
      /^(rooms|room:[2-9A-HJKMNP-TV-Z]{8}|form:[a-z-]+\.[a-zA-Z]+:[0-9A-Za-z_-]{1,32}|[a-z-]+\.[a-zA-Z]+)$/,
    ),
  )

/**
 * The server says every few seconds that the channel lives. A console that has heard nothing for the longer time takes it for
 * dead: the machine may not be told for minutes that a cable was pulled.
 */
export const BEAT_MS = 5_000
export const SILENT_MS = 15_000

const MAX_TOPICS = 50
/** More than a frame with `MAX_TOPICS` topics can have. */
export const MAX_CLIENT_FRAME_BYTES = 4_096

export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    topics: z.array(z.string()).check(z.maxLength(MAX_TOPICS)),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    topics: z.array(z.string()).check(z.maxLength(MAX_TOPICS)),
  }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** `refused` answers a topic out of scope, with the same words as an unknown one. What an `event` is, `topics.ts` says. */
export type ServerFrame =
  | { type: 'subscribed'; topics: string[] }
  | { type: 'refused'; topic: string; msg: string }
  | { type: 'event'; topic: string; event: string; data: unknown }
  | { type: 'beat' }
  | { type: 'forced_out'; code: number; msg: string; msg_en?: string }
