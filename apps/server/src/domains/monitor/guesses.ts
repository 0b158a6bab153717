import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '#platform/clock.ts'
import { fault } from '#platform/fault.ts'
import { networkOf } from '#platform/http/network.ts'

const WINDOW_MS = 60_000
const FREE_GUESSES = 10
const MAX_ADDRESSES = 10_000

/** Counts wrong codes by address: after ten within a minute, the next has to wait until that minute has ended. */
export function createGuesses(clock: Clock) {
  const known = new Map<string, { count: number; endsAt: number }>()
  return {
    /** Counts a guess before it is checked, so that concurrent ones count too. */
    count(ip: string): void {
      const now = clock.now()
      const network = networkOf(ip)
      const last = known.get(network)
      const guesses = last && last.endsAt > now ? last : { count: 0, endsAt: now + WINDOW_MS }
      if (guesses.count >= FREE_GUESSES) {
        const retry_after_s = Math.ceil((guesses.endsAt - now) / 1_000)
        throw fault(
          Code.tooMany,
          words(
            `尝试次数过多，请${retry_after_s}秒后再试`,
            `Too many tries; wait ${retry_after_s} s`,
          ),
          { retry_after_s },
        )
      }
      guesses.count += 1
      known.delete(network)
      known.set(network, guesses)
      if (known.size > MAX_ADDRESSES) known.delete(known.keys().next().value ?? '')
    },
    /** The code was right: resets the count of the address. */
    forgive: (ip: string) => void known.delete(networkOf(ip)),
  }
}
