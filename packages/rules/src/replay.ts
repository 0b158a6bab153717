import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Decision } from './decision.ts'
import { durationOf } from './duration.ts'
import { TapePlayer, instantOf, type Supplies, type TapePart } from './tape.ts'

/* What a room would have said by other rules: its tape, played twice side by side. */

/** A sentence that one side said otherwise, or did not say. */
export interface Difference {
  at: number
  event_id: string
  node_name: string
  before: string | null
  after: string | null
}

interface Counts {
  fired: number
  held: number
  errors: number
}

export interface NodeCounts {
  set_id: string
  node_id: string
  node_name: string
  before: Counts
  after: Counts
}

export interface Replayed {
  events: number
  nodes: NodeCounts[]
  gone: number
  fresh: number
  altered: number
  /** The first of them. */
  list: Difference[]
  /** How long each side speaks, and the most sentences that wait. */
  before: Spoken
  after: Spoken
  /** Something between the parts is missing: behind it both sides go on from what the room remembered then. */
  has_gap: boolean
}

interface Spoken {
  sentences: number
  spoken_ms: number
  queue_peak: number
}

const MAX_LISTED = 500

/** Plays a tape by the rules of then, and by others. The same tape and rules make the same answer, to the byte. */
export class Replay {
  readonly #sides: readonly [Side, Side]
  readonly #nodes = new Map<string, NodeCounts>()
  readonly #list: Difference[] = []
  #events = 0
  #gone = 0
  #fresh = 0
  #altered = 0
  #hasGap = false
  #parts = 0

  constructor(before: Supplies, after: Supplies) {
    this.#sides = [new Side(before), new Side(after)]
  }

  /** The next part, in order. */
  play(part: TapePart): void {
    if (this.#parts++ > 0 && !part.isJoined) this.#hasGap = true
    let now = part.inputs.map(instantOf).find((at) => at !== undefined) ?? 0
    for (const side of this.#sides) side.player.begin(part, now)
    for (const input of part.inputs) {
      now = instantOf(input) ?? now
      if (input.do === 'happen') this.#events++
      const [before, after] = this.#sides.map((side) => side.player.put(input))
      this.#compare(before ?? [], after ?? [], now)
    }
  }

  get told(): Replayed {
    const [before, after] = this.#sides
    return {
      events: this.#events,
      nodes: [...this.#nodes.values()],
      gone: this.#gone,
      fresh: this.#fresh,
      altered: this.#altered,
      list: this.#list,
      before: before.spoken,
      after: after.spoken,
      has_gap: this.#hasGap,
    }
  }

  #compare(before: readonly Decision[], after: readonly Decision[], now: number): void {
    this.#count(before, 'before')
    this.#count(after, 'after')
    const [one, two] = this.#sides
    const was = one.say(before, now)
    const is = two.say(after, now)
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const [left, right] = [was.get(key), is.get(key)]
      if (left?.text === right?.text) continue
      if (!right) this.#gone++
      else if (left) this.#altered++
      else this.#fresh++
      const { event_id = '', node_name = '' } = right ?? left ?? {}
      const texts = { before: left?.text ?? null, after: right?.text ?? null }
      if (this.#list.length < MAX_LISTED)
        this.#list.push({ at: now, event_id, node_name, ...texts })
    }
  }

  #count(decisions: readonly Decision[], side: 'before' | 'after'): void {
    for (const { set_id, node_id, node_name, outcome } of decisions) {
      const key = `${set_id}/${node_id}`
      const counts = this.#nodes.get(key) ?? { set_id, node_id, node_name, ...NOTHING() }
      this.#nodes.set(key, counts)
      counts[side][classOf(outcome)]++
    }
  }
}

const NOTHING = () => ({
  before: { fired: 0, held: 0, errors: 0 },
  after: { fired: 0, held: 0, errors: 0 },
})

const classOf = (outcome: Reason): keyof Counts =>
  outcome === 'FIRED' ? 'fired' : outcome === 'ERROR' ? 'errors' : 'held'

/** One of the two: a room, and an anchor that says its sentences one after another. */
class Side {
  readonly player: TapePlayer
  readonly spoken: Spoken = { sentences: 0, spoken_ms: 0, queue_peak: 0 }
  /** When what waits has been said, sentence by sentence. */
  #ends: number[] = []

  constructor(supplies: Supplies) {
    this.player = new TapePlayer(supplies)
  }

  /** The sentences of these decisions, by event, rule and place. */
  say(
    decisions: readonly Decision[],
    now: number,
  ): ReadonlyMap<string, Decision & { text: string }> {
    const said = new Map<string, Decision & { text: string }>()
    for (const decision of decisions)
      for (const [index, effect] of decision.effects.entries()) {
        if (effect.kind !== 'say') continue
        const { event_id, set_id, node_id } = decision
        said.set(`${event_id}/${set_id}/${node_id}/${index}`, { ...decision, text: effect.text })
        this.#speak(durationOf(effect.text), now)
      }
    return said
  }

  #speak(ms: number, now: number): void {
    this.#ends = this.#ends.filter((end) => end > now)
    this.#ends.push((this.#ends.at(-1) ?? now) + ms)
    this.spoken.sentences++
    this.spoken.spoken_ms += Math.round(ms)
    this.spoken.queue_peak = Math.max(this.spoken.queue_peak, this.#ends.length)
  }
}
