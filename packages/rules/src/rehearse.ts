import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { bundleOf, EMPTY_CATALOGUE, type Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import { compileBundle, type RoomProgram } from './bundle.ts'
import type { Decision } from './decision.ts'
import { RoomRules, type Moment } from './engine.ts'
import type { RuleEvent } from './event.ts'
import type { RuleStateData } from './state.ts'

interface Stage {
  rules: RoomProgram
  catalogue?: Catalogue
  /** What the room remembers; from the beginning where nothing is given. */
  state?: RuleStateData | undefined
  moment: Moment
  /** Variables of the room and of this event's viewer, set aside for the rehearsal. */
  vars?: Readonly<Record<string, Scalar>>
}

/** The run that a rehearsal from the beginning is in. */
const REHEARSAL = 'rehearsal'

/** A room to try events on. Each try is a fork of it: none knows of another, and nothing of them is left. */
export class Rehearsal {
  readonly #room: RoomRules
  readonly #rules: RoomProgram
  readonly #moment: Moment

  /** Throws where the state cannot be read. */
  constructor({ rules, catalogue = EMPTY_CATALOGUE, state, moment, vars = {} }: Stage, user = '') {
    const { now } = moment
    this.#rules = rules
    this.#moment = moment
    this.#room = RoomRules.from(state ?? {}, { trace: true })
    // Under rules that only know the variables, so that nothing answers their change
    this.#room.use(compileBundle({ ...NOTHING, catalogue }).rules, now)
    for (const [key, value] of Object.entries(vars)) this.#room.setVar(key, value, moment, user)
    this.#room.use(rules, now)
    if (!state) this.#room.open(REHEARSAL, now)
  }

  /** What the room would make of this event; also rules that hear it folded, in advance or by their own timer. */
  happen(event: RuleEvent, trace: boolean): Decision[] {
    const fork = this.#room.fork({ trace })
    return this.#routesOf(event.key).flatMap((key) => fork.happen({ ...event, key }, this.#moment))
  }

  #routesOf(event: string): string[] {
    const routes = [...this.#rules.program.routes].filter(([, route]) => route.event.key === event)
    return [...new Set([event, ...routes.map(([key]) => key)])]
  }
}

const NOTHING = bundleOf([])

export const viewerOf = ({ vars }: Pick<RuleEvent, 'vars'>): string => String(vars[USER_KEY] ?? '')
