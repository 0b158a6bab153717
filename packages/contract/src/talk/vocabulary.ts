import { asIs } from '../kernel/words.ts'
import { EMPTY_CATALOGUE, type Catalogue } from './bundle.schema.ts'
import { SYSTEM_EVENTS, type EventFacts, type VariableFacts } from './talk.events.ts'
import type { Var } from './variable.schema.ts'

/** What rules may speak of: what is built in, and what the room's game adds. */
export interface Vocabulary {
  readonly events: ReadonlyMap<string, EventFacts>
  /** The game's own, which stand under every event. */
  readonly vars: ReadonlyMap<string, Var>
}

const GAME_EVENT = { priority: 30, ttl_ms: 15_000 }

export function vocabularyOf({ events, vars, off = [] }: Catalogue): Vocabulary {
  const all = new Map(SYSTEM_EVENTS)
  for (const key of off) all.delete(key)
  // A viewer's, where the game says whose: an event that is nobody's lacks them
  const common = SYSTEM_EVENTS.get('user.follow')?.variables ?? []
  for (const { variables, label, ...event } of events) {
    // What a game declares has the name that its people gave it
    const own = variables.map((one) => ({ ...one, label: asIs(one.label) }))
    const facts = { ...GAME_EVENT, ...event, label: asIs(label), variables: [...own, ...common] }
    all.set(event.key, facts)
  }
  return { events: all, vars: new Map(vars.map((one) => [one.key, one])) }
}

export const BUILT_IN: Vocabulary = vocabularyOf(EMPTY_CATALOGUE)

const factsOf = ({ key, name, data_type }: Var): VariableFacts => ({
  key,
  label: asIs(name),
  type: data_type,
})

/** What can be read under all of these events. */
export function variablesUnder(
  { events, vars }: Vocabulary,
  heard: readonly string[],
): VariableFacts[] {
  const [first = [], ...others] = heard.map((key) => events.get(key)?.variables ?? [])
  const common = first.filter(({ key }) =>
    others.every((variables) => variables.some((variable) => variable.key === key)),
  )
  return [...common, ...[...vars.values()].map(factsOf)]
}

export function variableOf(
  key: string,
  { events, vars }: Vocabulary = BUILT_IN,
): VariableFacts | undefined {
  const own = vars.get(key)
  if (own) return factsOf(own)
  for (const { variables } of events.values()) {
    const found = variables.find((variable) => variable.key === key)
    if (found) return found
  }
  return undefined
}
