import type { Cooldown, Policy, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { RuleEvent } from './event.ts'
import { giftEvent, ruleSet, say, son } from './fixture.ts'

/* What the tests of merged gifts have in common: gifts that count, and rules that say how many they thank for. */

export const SECOND = 1_000
export const MS = 10 * SECOND

export const merging = (scope: Cooldown['scope'] = 'user', ms = MS): Policy => ({
  cooldown: { ms, scope, group: 'g', on_hit: 'merge' },
})
export const counts = say('{{ev.gift.count}}')

let serial = 0
export const gift = (count: number, over: RuleEvent['vars'] = {}): RuleEvent =>
  giftEvent({ 'ev.gift.count': count, 'ev.gift.value': count * 10, ...over }, `gift-${++serial}`)
export const from = (viewer: string) => ({ 'ev.user.open_id': viewer })

/** One rule that says how many gifts it thanks for. */
export const thanks = (policy = merging(), over: Partial<RuleSet> = {}) =>
  ruleSet({ children: [son({ id: 'thanks', actions: counts, policy })] }, over)
