import { AlarmType } from '@kaibo/contract/facts/enums.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { ActionKind } from '@kaibo/contract/talk/action.schema.ts'
import { ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Effect } from '@kaibo/rules/effects.ts'

export interface Note {
  level: 'info' | 'warn' | 'error'
  said: Words
  /** Of one that needs a person. */
  alarm?: Pick<Extract<Effect, { kind: 'alarm' }>, 'type' | 'moment'>
}

/** Each tells for itself what became of it. */
const DONE_ELSEWHERE: readonly Effect['kind'][] = [
  'say',
  'setVar',
  'playAsset',
  'cutIn',
  'scene',
  'stopLive',
]

const WINDOW_MS = 60_000
const ALARMS_A_MINUTE = 6

/** What operators are told of decisions: alarms that rules raise, rules that are left out, and what cannot be done yet. */
export class Notes {
  #windowEnds = 0
  #alarms = 0
  /** Told once: the rule would say it each time. */
  readonly #refused = new Set<string>()

  /** `hasGame`: commands are the game's then. */
  of(decision: Decision, elapsed: number, hasGame: boolean): Note[] {
    const { opened, effects } = decision
    const broken = opened ? [brokenNote(decision, opened)] : []
    return [
      ...broken,
      ...effects
        .filter(({ kind }) => kind !== 'cmd' || !hasGame)
        .flatMap((effect) => this.#noteOf(decision, effect, elapsed) ?? []),
    ]
  }

  #noteOf(decision: Decision, effect: Effect, elapsed: number): Note | undefined {
    if (DONE_ELSEWHERE.includes(effect.kind)) return undefined
    return effect.kind === 'alarm' ? this.#alarm(effect, elapsed) : this.#refuse(decision, effect)
  }

  #alarm(
    { type, moment, text }: Extract<Effect, { kind: 'alarm' }>,
    elapsed: number,
  ): Note | undefined {
    if (elapsed >= this.#windowEnds) {
      this.#windowEnds = elapsed + WINDOW_MS
      this.#alarms = 0
    }
    if (this.#alarms++ >= ALARMS_A_MINUTE) return undefined
    const level = type === AlarmType.program ? 'error' : type === AlarmType.opera ? 'warn' : 'info'
    const alarm = type === AlarmType.inform ? {} : { alarm: { type, moment } }
    return { level, said: asIs(text), ...alarm }
  }

  #refuse({ set_id, node_id, node_name }: Decision, { kind }: Effect): Note | undefined {
    const key = `${set_id}/${node_id}/${kind}`
    if (this.#refused.has(key)) return undefined
    this.#refused.add(key)
    const action = wordsOf(ActionKind, kind) ?? asIs(kind)
    return {
      level: 'warn',
      said: words(
        `规则“${node_name}”的动作“${action.zh}”暂未开通，没有执行`,
        `The action “${action.en}” of the rule “${node_name}” is not available yet; it was not carried out`,
      ),
    }
  }
}

function brokenNote({ node_name, event_key, event_id }: Decision, code: ValueFault): Note {
  const fault = wordsOf(ValueFault, code) ?? asIs(code)
  return {
    level: 'error',
    said: words(
      `规则“${node_name}”连续5次出错（${fault.zh}），停用60秒后再试；最后一次是 ${event_key} ${event_id}`,
      `The rule “${node_name}” failed five times in a row (${fault.en}); it is left out for 60 s. The last was ${event_key} ${event_id}`,
    ),
  }
}
