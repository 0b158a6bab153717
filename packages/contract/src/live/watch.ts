/* Of a room that somebody looks at, the PC tells what waits to be said. */

/** How often the server says to the PC that a room is still watched, and after which silence it is so no more. */
export const WATCH_EVERY_MS = 30_000
export const WATCH_LASTS_MS = 35_000
/** The PC tells at most this often. */
export const TELL_EVERY_MS = 500
