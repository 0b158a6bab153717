import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { RoomProgram } from './bundle.ts'
import type { Decision } from './decision.ts'
import { RoomRules, type Moment } from './engine.ts'
import type { RuleEvent } from './event.ts'
import type { Screen } from './frame.ts'
import type { RuleStateData } from './state.ts'

/* A tape 回放带: all that the rules of a room were told, in order, so that it can be told once more. */

interface Eta {
  id: string
  at: number
  vars?: RuleEvent['vars']
}

/** One thing that the rules were told. */
export type TapeInput =
  | { do: 'use'; now: number; bundle: string | null }
  | { do: 'words'; words: string | null }
  | { do: 'open'; now: number; run: string | null }
  | { do: 'happen'; moment: Moment; event: RuleEvent }
  | { do: 'tick'; moment: Moment }
  | { do: 'set'; moment: Moment; key: string; value: Scalar; viewer: string }
  | { do: 'round'; seq: number }
  | { do: 'eta'; event: string; eta: Eta | null }
  | { do: 'reset'; now: number }

/** How a part begins: what the room remembered then, and by what it ran. */
export interface TapeHead {
  bundle: string | null
  words: string | null
  state: RuleStateData
}

/** A few minutes of a room. */
export interface TapePart {
  head: TapeHead
  inputs: readonly TapeInput[]
  /** It goes on where the part before it ended: nothing between them is missing. */
  isJoined: boolean
}

/** What a tape names by hash. */
export interface Supplies {
  rules(bundle: string | null): RoomProgram
  screen(words: string | null): Screen | undefined
}

/** Plays tapes to rooms of its own, by the code that the PC runs. */
export class TapePlayer {
  readonly #supplies: Supplies
  readonly #trace: boolean
  #room = new RoomRules({ trace: false })
  #screen: Screen | undefined

  constructor(supplies: Supplies, { trace = false }: { trace?: boolean } = {}) {
    this.#supplies = supplies
    this.#trace = trace
  }

  /** The room as it is before the next input: to be forked. */
  get room(): RoomRules {
    return this.#room
  }

  /** Before the inputs of a part. Where one follows on another without a gap, what has become of the room goes on. */
  begin({ head, isJoined }: TapePart, now: number): void {
    if (isJoined) return
    this.#screen = this.#supplies.screen(head.words)
    this.#room = RoomRules.from(head.state, {
      trace: this.#trace,
      screen: (line) => (this.#screen ? this.#screen(line) : { text: line }),
    })
    this.#room.use(this.#supplies.rules(head.bundle), now)
  }

  put(input: TapeInput): Decision[] {
    switch (input.do) {
      case 'use':
        this.#room.use(this.#supplies.rules(input.bundle), input.now)
        return NONE
      case 'words':
        this.#screen = this.#supplies.screen(input.words)
        return NONE
      case 'open':
        this.#room.open(input.run, input.now)
        return NONE
      case 'happen':
        return this.#room.happen(input.event, input.moment)
      case 'tick':
        return this.#room.tick(input.moment)
      case 'set':
        return this.#room.setVar(input.key, input.value, input.moment, input.viewer)
      case 'round':
        this.#room.round(input.seq)
        return NONE
      case 'eta':
        this.#room.eta(input.event, input.eta)
        return NONE
      default:
        this.#room.reset(input.now)
        return NONE
    }
  }
}

const NONE: Decision[] = []

/** When an input was told; nothing for those that have no instant. */
export const instantOf = (input: TapeInput): number | undefined => {
  if ('moment' in input) return input.moment.now
  return 'now' in input ? input.now : undefined
}
