import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { LOG, MONEY } from './value.ts'

/** An item that is not on disk yet. */
export interface Waiting {
  seq: number
  item: SpoolItem
  value: number
  /** The line that it would be. */
  text: string
}

/**
 * Splits waiting items into those that fit into the free bytes and those that are dropped: the least valuable first, of equal
 * value the oldest first. Items with money may use `reserve` bytes beyond the limit.
 */
export function admit<One extends Pick<Waiting, 'value' | 'text'>>(
  waiting: readonly One[],
  room: number,
  reserve: number,
): { kept: One[]; given: One[] } {
  let excess = bytesOf(waiting) - room
  const given = new Set<One>()
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

export const bytesOf = (waiting: readonly Pick<Waiting, 'text'>[]): number =>
  waiting.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
