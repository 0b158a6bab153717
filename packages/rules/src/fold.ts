import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { Agenda } from './agenda.ts'
import type { RuleEvent } from './event.ts'
import { sumOf } from './merge.ts'
import type { Program } from './program.ts'
import { foldRoute } from './route-key.ts'

/** Adds the event to those of the same viewer and gift that rules want folded, each for so long from the first on. */
export function fold(program: Program, agenda: Agenda, event: RuleEvent, now: number): void {
  const times = program.folds.get(event.key)
  if (!times) return
  for (const ms of times) {
    const route = foldRoute(event.key, ms)
    const key = JSON.stringify([route, event.vars[USER_KEY] ?? '', event.vars['ev.gift.id'] ?? ''])
    const kept = agenda.folds.get(key)
    const vars = { ...event.vars }
    for (const { key: amount, sums } of program.routes.get(route)?.event.variables ?? []) {
      const own = vars[amount]
      const total = sums && sumOf(own, kept?.event.vars[amount])
      if (total !== undefined) vars[amount] = total
    }
    agenda.folds.set(key, {
      route,
      event: { ...event, key: route, vars },
      due: kept?.due ?? now + ms,
    })
  }
}

/** The folded events whose time is over, oldest first, taken away. One of a clock that was ahead is due at once. */
export function dueFolds(agenda: Agenda, now: number): RuleEvent[] {
  if (agenda.folds.size === 0) return []
  const due = [...agenda.folds].filter(([, { due: at }]) => at <= now || at > now + MAX_FOLD_MS)
  for (const [key] of due) agenda.folds.delete(key)
  return due.sort(([, a], [, b]) => a.due - b.due).map(([, { event }]) => event)
}

const MAX_FOLD_MS = 60_000
