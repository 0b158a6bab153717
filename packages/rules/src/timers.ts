import { hashOf, Random } from './random.ts'
import type { Agenda } from './agenda.ts'
import type { RuleEvent } from './event.ts'
import type { Program, Timer } from './program.ts'

/** Sets timers that are new, and forgets those that are gone. A timer's first turn is a whole interval away. */
export function scheduleTimers({ timers }: Program, agenda: Agenda, now: number): void {
  const present = new Set(timers.map(({ key }) => key))
  for (const key of agenda.timers.keys()) if (!present.has(key)) agenda.timers.delete(key)
  for (const timer of timers)
    if (!agenda.timers.has(timer.key)) agenda.timers.set(timer.key, nextOf(timer, now))
}

/** The timers that are due; each is set anew from now. */
export function* ring({ timers }: Program, agenda: Agenda, now: number): Generator<RuleEvent> {
  for (const timer of timers) {
    const due = agenda.timers.get(timer.key) ?? now
    // Of a clock that was ahead
    const isLost = due > now + timer.everyMs + timer.jitterMs
    if (due > now && !isLost) continue
    agenda.timers.set(timer.key, nextOf(timer, now))
    if (isLost) continue
    const vars = { 'ev.every_s': timer.everyMs / 1_000 }
    yield { key: timer.route, id: `${timer.route}:${due}`, at: now, vars }
  }
}

/** As chance would have it, but the same whenever it is asked again. */
function nextOf({ key, everyMs, jitterMs }: Timer, now: number): number {
  const chance = new Random().seed(hashOf(key), now, 5).next()
  return now + everyMs + Math.round((chance * 2 - 1) * jitterMs)
}
