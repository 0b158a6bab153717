import {
  capOf,
  postponed,
  STOP_ZONE,
  stopStep,
  type Busy,
  type EndedBy,
  type StopOrder,
} from '@kaibo/contract/agent/stop.schema.ts'
import type { DesiredRoom, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { nextAt } from '@kaibo/contract/kernel/zone.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Effect } from '@kaibo/rules/effects.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Memory } from './memory.ts'
import type { StopKept } from './stop-kept.ts'
import type { Teller } from './teller.ts'

type StopLive = Extract<Effect, { kind: 'stopLive' }>

interface StopWatchOptions {
  clock: ServerClock
  /** Nothing before the room has begun. */
  memory: () => Memory | undefined
  /** The server ends runs while it is there. */
  isLinked: () => boolean
  busy: () => Pick<Busy, 'round' | 'waiting'>
  teller: Pick<Teller, 'note' | 'effect'>
  changed: () => void
  /** To be called once: the run ends by the sentence. */
  end: (by: EndedBy) => void
}

/** A rule that says nothing else of it is as an operator's that says nothing else. */
const STEP_MIN = 5
const CAP_MIN = 30
const GIFT_S = 60
const MINUTE_MS = 60_000

/** When a run ends by itself: what the server has ordered and what rules want, carried out here while the server is away. */
export class StopWatch {
  readonly #options: StopWatchOptions
  #order: StopOrder | undefined

  constructor(options: StopWatchOptions) {
    this.#options = options
  }

  direct({ stop, wish_heard }: Pick<DesiredRoom, 'stop' | 'wish_heard'>): void {
    this.#order = stop
    const wish = this.#kept?.wish
    if (wish && wish.effect === wish_heard) this.#keep({ wish: null })
  }

  /** A gift that was really paid keeps a run on air for a while. */
  heard({ gift, at, is_ai, is_test }: LiveEvent): void {
    if (!gift || gift.fen <= 0 || is_ai || is_test) return
    if (at > (this.#kept?.gift_at ?? 0)) this.#keep({ gift_at: at })
  }

  /** What rules want of it. The earliest counts; it is told to the server until that has heard it. */
  carryOut({ effects, node_name, event_id }: Decision): void {
    for (const effect of effects) {
      if (effect.kind !== 'stopLive') continue
      const wish = this.#wishOf(effect)
      const before = this.#kept?.wish
      if (!before || wish.due_at < before.due_at) this.#keep({ wish })
      const { effect_id, kind } = effect
      this.#options.teller.effect('done', {
        effect_id,
        kind,
        name: STOP_NAME,
        cause: node_name,
        event_id,
      })
      this.#options.changed()
    }
  }

  /** About once a second. */
  tick(): void {
    const due = this.#due()
    if (!due || this.#options.isLinked()) return
    const now = this.#options.clock.now()
    const gift_at = this.#kept?.gift_at ?? null
    const step = stopStep(due.order, now, { ...this.#options.busy(), gift_at })
    if (step.do === 'postpone') this.#postpone(due.order, step.due_at)
    if (step.do === 'stop') this.#end(due.by)
  }

  /** It has been ended here before this program was started anew. */
  get endedBy(): EndedBy | null {
    return this.#kept?.ended_by ?? null
  }

  report(): Pick<ReportedRoom, 'ended_by' | 'stop_wish' | 'stop_postponed'> {
    const { ended_by, wish, postponed } = this.#kept ?? {}
    if (ended_by) return { ended_by }
    const isLater = postponed && this.#order && postponed.due_at > this.#order.due_at
    return {
      ...(wish && { stop_wish: wish }),
      ...(isLater && postponed.cap_at === this.#order?.cap_at && { stop_postponed: postponed }),
    }
  }

  /** The order that counts, with what it was put off here. */
  #due(): { order: StopOrder; by: EndedBy } | undefined {
    const { wish, postponed } = this.#kept ?? {}
    const order = this.#order
    const isWished = wish && (!order || wish.due_at < order.due_at)
    const first = isWished ? wish : order
    if (!first) return undefined
    const later = postponed?.cap_at === first.cap_at ? postponed.due_at : first.due_at
    const due_at = Math.max(first.due_at, later)
    return { order: { ...first, due_at }, by: isWished ? 'rule_stop' : 'stop_condition' }
  }

  #postpone({ cap_at, at, due_at: before }: StopOrder, due_at: number): void {
    this.#keep({ postponed: { due_at, cap_at } })
    this.#options.teller.note('info', postponed(due_at - (at ?? before), due_at))
    this.#options.changed()
  }

  #end(by: EndedBy): void {
    if (this.endedBy) return
    this.#keep({ ended_by: by })
    this.#options.end(by)
  }

  #wishOf({ effect_id, mode, at, cap_min }: StopLive) {
    const now = this.#options.clock.now()
    const due_at = at === undefined ? now : nextAt(STOP_ZONE, at, now)
    const cap_at = due_at + capOf(mode, cap_min ?? CAP_MIN) * MINUTE_MS
    return { effect: String(effect_id), mode, due_at, cap_at, step_min: STEP_MIN, gift_s: GIFT_S }
  }

  get #kept(): StopKept | undefined {
    return this.#options.memory()?.stop
  }

  #keep(changes: Partial<StopKept>): void {
    const memory = this.#options.memory()
    if (!memory) return
    memory.stop = { ...memory.stop, ...changes }
    memory.touch()
  }
}

const STOP_NAME = '停播'
