import * as z from 'zod/mini'

/* What a stage looks like from far away: a small picture, made by the page that viewers see and sent on by its PC. */

export const THUMB_SIZE = { width: 270, height: 480 } as const
export const THUMB_EVERY_MS = 15_000
export const MAX_THUMB_BYTES = 30_000
/** One that is older says nothing of a room on air. */
export const THUMB_STALE_MS = 60_000
/** `PUT` by a PC, as `image/jpeg`; the room's code follows. Its query is signed as that of the link, with `thumbClaim`. */
export const THUMB_PUT_PATH = '/agent/v1/thumb/'
/** `GET` with the signature that the address comes with. */
export const THUMB_PATH = '/common/thumb/'

/** What is signed beside the PC, time and nonce, so that a signature is good for one room's picture and nothing else. */
export const thumbClaim = (room_code: string): string => `|thumb|${room_code}`

export const Thumb = z.object({
  /** Opens it without a login, for some minutes. */
  url: z.string(),
  at: z.int(),
})
export type Thumb = z.infer<typeof Thumb>
