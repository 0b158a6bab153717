import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '../clock.ts'
import { HttpFault } from './failure.ts'
import { networkOf } from './network.ts'

const WINDOW_MS = 60_000
const CALLS = 600
const MAX_ADDRESSES = 50_000

/** Calls without a login, per address and minute; more are answered 429. */
export function createThrottle(clock: Clock, most = CALLS): (ip: string) => void {
  let endsAt = 0
  const counts = new Map<string, number>()
  return (ip) => {
    const now = clock.now()
    if (now >= endsAt) {
      counts.clear()
      endsAt = now + WINDOW_MS
    }
    const network = networkOf(ip)
    const count = (counts.get(network) ?? 0) + 1
    // The address that was silent longest is forgotten first, so that many addresses cannot reset the count of a busy one.
    counts.delete(network)
    counts.set(network, count)
    if (counts.size > MAX_ADDRESSES) counts.delete(counts.keys().next().value ?? '')
    if (count <= most) return
    const retry_after_s = Math.ceil((endsAt - now) / 1_000)
    throw new HttpFault(
      429,
      Code.tooMany,
      words(
        `请求过于频繁，请${retry_after_s}秒后再试`,
        `Too many requests; try again in ${retry_after_s} s`,
      ),
      {
        retry_after_s,
      },
    )
  }
}
