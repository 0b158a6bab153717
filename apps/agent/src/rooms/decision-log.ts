import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { HELD_BACK } from '@kaibo/contract/talk/talk.enums.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { WordSide } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Hit } from '@kaibo/rules/words/screen.ts'
import type { ServerClock } from '#time/server-clock.ts'
import { RuleCounts } from './rule-counts.ts'

const MINUTE_MS = 60_000
/** How many decisions without a line are kept a minute: enough to find out why, few enough not to hide the rest. All are counted. */
const ERRORS_OF_A_NODE = 60
const HELD_BACK_OF_A_NODE = 2
const NOT_MEANT_OF_A_SET = 1
const MAX_TRACE_CHARACTERS = 16_384
const MAX_READINGS_CHARACTERS = 4_096

interface LogOptions {
  clock: Pick<ServerClock, 'now'>
  room: () => { room_code: string; run_id: string | null }
  spool: (item: SpoolItem) => void
}

/** What of a room's decisions is told the server: all in numbers, and with its reasons what somebody may ask about. */
export class DecisionLog {
  readonly #options: LogOptions
  readonly #counts = new RuleCounts()
  readonly #kept = new Map<string, number>()
  #minute = 0

  constructor(options: LogOptions) {
    this.#options = options
  }

  /** Words that were found in a text. */
  hit(side: WordSide, hits: readonly Hit[]): void {
    this.#tell(this.#counts.turn(this.#options.clock.now()))
    this.#counts.addWords(side, hits)
  }

  /** What was decided of one moment; also to be called where nothing was, so that the minute before is told. */
  note(decisions: readonly Decision[], now: number): void {
    this.#tell(this.#counts.turn(now))
    this.#counts.add(decisions)
    const { room, spool } = this.#options
    for (const decision of decisions)
      if (this.#keeps(decision, now)) spool(decisionItem(decision, room(), now))
  }

  /** Tells what was not told yet. */
  close(): void {
    this.#tell(this.#counts.take())
  }

  #tell(counts: ReturnType<RuleCounts['take']>): void {
    const { room, spool } = this.#options
    for (const one of counts) spool({ type: 'counts', ...room(), ...one })
  }

  #keeps({ outcome, opened, set_id, node_id }: Decision, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) this.#kept.clear()
    this.#minute = minute
    if (outcome === 'FIRED' || opened !== undefined) return true
    if (outcome === 'ERROR') return this.#isAmong(ERRORS_OF_A_NODE, `${set_id}/${node_id} ERROR`)
    return HELD_BACK.includes(outcome)
      ? this.#isAmong(HELD_BACK_OF_A_NODE, `${set_id}/${node_id}`)
      : this.#isAmong(NOT_MEANT_OF_A_SET, set_id)
  }

  #isAmong(most: number, of: string): boolean {
    const kept = this.#kept.get(of) ?? 0
    this.#kept.set(of, kept + 1)
    return kept < most
  }
}

/** A trace with its steps written out; nothing where that is too long. */
function plain(trace: Decision['trace']): Record<string, unknown> | null {
  if (!trace) return null
  const { set, event, event_id, now, result, steps } = trace
  const written = { set, event, event_id, now, result, steps }
  return JSON.stringify(written).length <= MAX_TRACE_CHARACTERS ? written : null
}

type Readings = NonNullable<Extract<SpoolItem, { type: 'decision' }>['prior']>

function short(readings: Readonly<Record<string, unknown>> | undefined): Readings | undefined {
  if (!readings || JSON.stringify(readings).length > MAX_READINGS_CHARACTERS) return undefined
  return readings as Readings
}

export function decisionItem(
  decision: Decision,
  room: { room_code: string; run_id: string | null },
  at: number,
): SpoolItem {
  const { event_id, event_key, set_id, v, node_id, node_name, outcome, text, trace } = decision
  const effects = decision.effects.map(({ effect_id, kind }) => ({ effect_id, kind }))
  const [vars, prior] = [short(trace?.vars), short(trace?.prior)]
  const open_id = trace?.vars?.[USER_KEY]
  return {
    type: 'decision',
    ...room,
    at,
    event_id,
    event_key,
    set_id,
    node_id,
    node_name,
    outcome,
    text: text ?? null,
    trace: plain(trace),
    v,
    ...(effects.length > 0 && { effects }),
    ...(typeof open_id === 'string' && { open_id }),
    ...(decision.opened !== undefined && { opened: decision.opened }),
    ...(vars && { vars }),
    ...(prior && { prior }),
  }
}
