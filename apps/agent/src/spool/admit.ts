import { LOG, MONEY } from './value.ts'

/** An item that is not on disk yet. */
export interface Waiting {
  seq: number
  value: number
  text: string
}

/**
 * Parts what is waiting by the room there is, in bytes: the least valuable is given up first, the oldest of it first. Money
 * may use `reserve` beyond it, because a figure of ours is no reason to lose any.
 */
export function admit(
  waiting: readonly Waiting[],
  room: number,
  reserve: number,
): { kept: Waiting[]; given: Waiting[] } {
  let excess = bytesOf(waiting) - room
  const given = new Set<Waiting>()
  for (let value = LOG; value <= MONEY && excess > 0; value++) {
    if (value === MONEY) excess -= reserve
    for (const one of waiting) {
      if (excess <= 0) break
      if (one.value !== value) continue
      given.add(one)
      excess -= Buffer.byteLength(one.text)
    }
  }
  return { kept: waiting.filter((one) => !given.has(one)), given: [...given] }
}

const bytesOf = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
