import * as fc from 'fast-check'
import type { Program } from './compile.ts'
import { NO_PROGRAM } from './program.ts'
import type { Decision } from './decision.ts'
import { evaluate } from './evaluate.ts'
import type { RuleEvent } from './event.ts'
import { giftEvent } from './fixture.ts'
import type { Pot } from './pots.ts'
import { RuleState } from './state.ts'
import { tick } from './tick.ts'

/** One thing that happens to a room. */
export type Step =
  | {
      kind: 'gift'
      viewer: string
      gift: string
      count: number
      event: 'gift.receive' | 'guard.buy'
    }
  | { kind: 'pass'; ms: number }
  | { kind: 'tick' }
  | { kind: 'restart' }
  /** The rules change to another version of theirs. */
  | { kind: 'swap' }

const gifts = fc.record({
  kind: fc.constant('gift' as const),
  viewer: fc.constantFrom('甲', '乙'),
  gift: fc.constantFrom('rocket', 'car'),
  count: fc.integer({ min: 1, max: 4 }),
  event: fc.constantFrom('gift.receive' as const, 'gift.receive' as const, 'guard.buy' as const),
})
const passing = fc.record({
  kind: fc.constant('pass' as const),
  ms: fc.integer({ min: 0, max: 6 }),
})
const ticking = fc.constant({ kind: 'tick' as const })

const tape = (...steps: fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof(...steps), { minLength: 40, maxLength: 40 })

/** Followed by ticks for so long that nothing waits in the end. */
export const plainTapes = tape(gifts, gifts, passing, ticking).map((steps): Step[] => [
  ...steps,
  ...Array.from({ length: 60 }, (): Step[] => [{ kind: 'pass', ms: 1 }, { kind: 'tick' }]).flat(),
])
/** With restarts, changes of the rules, and a clock that is set back. */
export const roughTapes = tape(
  gifts,
  gifts,
  gifts,
  passing,
  passing,
  ticking,
  ticking,
  fc.constant({ kind: 'restart' as const }),
  fc.constant({ kind: 'swap' as const }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: -20, max: 0 }) }),
)

const eventOf = (step: Extract<Step, { kind: 'gift' }>, id: string): RuleEvent => ({
  ...giftEvent(
    { 'ev.user.open_id': step.viewer, 'ev.gift.id': step.gift, 'ev.gift.count': step.count },
    id,
  ),
  key: step.event,
})

interface Playing {
  trace?: boolean
  /** Writes the state as JSON and reads it again before every step. */
  isReread?: boolean
  /** After each step, with what had waited before it. */
  heard?: (decisions: readonly Decision[], step: Step, waited: readonly Pot[]) => void
}

/** Plays the tape to a new room. */
export function play(
  versions: readonly Program[],
  steps: readonly Step[],
  { trace = false, isReread = false, heard = () => {} }: Playing = {},
): { state: RuleState; now: number; decisions: Decision[] } {
  let state = new RuleState()
  let now = 1_000
  let version = 0
  const all: Decision[] = []
  for (const [index, step] of steps.entries()) {
    const program = versions[version % versions.length] ?? NO_PROGRAM
    if (isReread || step.kind === 'restart') {
      state = RuleState.from(JSON.parse(JSON.stringify(state)))
    }
    if (step.kind === 'pass') now += step.ms
    if (step.kind === 'swap') version++
    const options = { now, trace }
    const waited = [...state.pots.all()]
    const decisions =
      step.kind === 'gift'
        ? evaluate(program, eventOf(step, `event-${index}`), state, options)
        : step.kind === 'tick'
          ? tick(program, state, options)
          : []
    all.push(...decisions)
    heard(decisions, step, waited)
  }
  return { state, now, decisions: all }
}
