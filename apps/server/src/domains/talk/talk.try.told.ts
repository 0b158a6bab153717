import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Reading, Step } from '@kaibo/contract/talk/talk.trace.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import { layersTold, type Effect } from '@kaibo/rules/effects.ts'

type Tried = DataOf<typeof talkApi.test>

/* What a rehearsal answers of the decisions that were made in it. */

const nodeOf = ({ set_id, node_id, node_name }: Decision) => ({ set_id, node_id, node_name })

export const firedOf = (decisions: readonly Decision[]): Tried['fired'] =>
  decisions.flatMap((decision) =>
    decision.effects.map((effect) => ({
      ...nodeOf(decision),
      effect: effect.kind,
      text: textOf(effect),
    })),
  )

export const decisionsOf = (decisions: readonly Decision[]): Tried['decisions'] =>
  decisions.map((decision) => {
    const { node_path, outcome, text = null, fault = null, trace } = decision
    return {
      ...nodeOf(decision),
      node_path,
      outcome,
      text,
      fault,
      trace: trace
        ? {
            set: trace.set,
            event: trace.event,
            event_id: trace.event_id,
            now: trace.now,
            result: trace.result,
            steps: [...trace.steps],
          }
        : null,
    }
  })

/** Each variable that a condition read, once. */
export function readingsIn(decisions: readonly Decision[]): Tried['vars'] {
  const read = new Map<string, Reading>()
  for (const { trace } of decisions)
    for (const step of trace?.steps ?? [])
      for (const reading of readingsOf(step))
        if (reading.key !== undefined) read.set(reading.key, reading)
  return [...read].map(([key, reading]) => ({ ...reading, key }))
}

function readingsOf(step: Step): Reading[] {
  if (step.kind !== 'check') return []
  return step.type === 1 ? [step.subject, step.rhs] : [step.subject, step.lo[1], step.hi[1]]
}

function textOf(effect: Effect): string {
  switch (effect.kind) {
    case 'say':
    case 'alarm':
    case 'reply':
      return effect.text
    case 'setVar':
      return `${effect.key} ${effect.op === 'add' ? '+' : '='} ${effect.value}`
    case 'cmd':
      return [effect.command, ...effect.args].join(' ')
    case 'playAsset':
    case 'cutIn':
      return effect.asset_id
    case 'scene':
      return layersTold(effect)
    case 'fansTask':
      return `${effect.act} × ${effect.count}`
    default:
      return ''
  }
}

const MAX_TEXTS = 20

/** Counts what many tries came to. */
export class Tally {
  #runs = 0
  #fired = 0
  readonly #nodes = new Map<string, NonNullable<Tried['stats']>['nodes'][number]>()
  readonly #texts = new Map<string, number>()

  add(decisions: readonly Decision[]): void {
    this.#runs++
    if (decisions.some(({ outcome }) => outcome === 'FIRED')) this.#fired++
    for (const decision of decisions) {
      const { set_id, node_id, outcome, text } = decision
      const key = `${set_id}\n${node_id}\n${outcome}`
      const known = this.#nodes.get(key) ?? { ...nodeOf(decision), outcome, n: 0 }
      known.n++
      this.#nodes.set(key, known)
      if (text !== undefined) this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1)
    }
  }

  get told(): NonNullable<Tried['stats']> {
    const texts = [...this.#texts].sort(([, a], [, b]) => b - a).slice(0, MAX_TEXTS)
    return {
      runs: this.#runs,
      fired: this.#fired,
      nodes: [...this.#nodes.values()].sort((a, b) => b.n - a.n),
      texts: texts.map(([text, n]) => ({ text, n })),
    }
  }
}
