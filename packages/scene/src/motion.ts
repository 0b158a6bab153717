/* How somebody stands who does nothing: a function of time, so that every page shows the same. */

const BREATH_MS = 4_200
const SWAY_MS = 7_300
const BLINK_MS = 3_900
const SHUT_MS = 140
/** In the middle of every so many blinks a second one follows at once. */
const TWICE_EVERY = 4

/** An instant at which somebody looks as they mostly do, for a picture that does not move. */
export const STILL_AT = 1_000

const wave = (now: number, every: number): number => Math.sin((now / every) * 2 * Math.PI)

/** Taller by this part of the height while breathing in. */
export const breathAt = (now: number): number => 0.004 * wave(now, BREATH_MS)

/** Degrees to the side; a little more while speaking. */
export const swayAt = (now: number, isSpeaking: boolean): number =>
  (isSpeaking ? 0.9 : 0.5) * wave(now, SWAY_MS)

export function isBlinkingAt(now: number): boolean {
  const since = now % BLINK_MS
  const count = Math.floor(now / BLINK_MS)
  if (since < SHUT_MS) return true
  return count % TWICE_EVERY === 0 && since > 2 * SHUT_MS && since < 3 * SHUT_MS
}
