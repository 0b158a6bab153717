import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { RuleEvent } from './event.ts'
import { nodeKey } from './pots.ts'
import type { RuleStateData } from './state.ts'

/** Whose part of a room's state is wanted: what these sets remember, of this viewer and of the room as a whole. */
export interface Wanted {
  readonly sets: readonly string[]
  readonly user: string
}

/** The part of a state by which an event of one viewer is decided as by the whole. */
export function partOf(state: RuleStateData, { sets, user }: Wanted): RuleStateData {
  const ofSets = (key: string) => sets.some((set) => key.startsWith(nodeKey(set, '')))
  // What is shared by a group or the room has no set in its key
  const isWanted = (key: string) => ofSets(key) || !key.includes('/')
  const { cooldowns = {}, limits, broken, said, reads, vars = {}, pots = [], agenda = {} } = state
  const spans = Object.entries(cooldowns).filter(([key]) => isWanted(key))
  const isOf = ({ vars: said_by }: RuleEvent) => (said_by[USER_KEY] ?? '') === user
  return {
    ...state,
    cooldowns: Object.fromEntries(
      spans.map(([key, whose]) => [key, kept(whose, (who) => isOfUser(who, user))]),
    ),
    limits: kept(limits, ofSets),
    broken: kept(broken, ofSets),
    said: kept(said, ofSets),
    reads: kept(reads, ofSets),
    vars: {
      room: vars.room ?? {},
      viewers: kept(vars.viewers, (key) => key.startsWith(`${user}\n`)),
    },
    pots: pots.filter(({ set_id, event }) => sets.includes(set_id) && isOf(event)),
    agenda: { ...agenda, folds: {}, told: {} },
  }
}

/** A cooldown is kept by viewer, and by the value of its key behind that. */
const isOfUser = (who: string, user: string): boolean =>
  who === '' || who === user || who.startsWith('\n') || who.startsWith(`${user}\n`)

const kept = <V>(
  all: Readonly<Record<string, V>> = {},
  isWanted: (key: string) => boolean,
): Record<string, V> => Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)))
