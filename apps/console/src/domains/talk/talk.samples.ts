import { DataType } from '@kaibo/contract/facts/enums.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { USER_KEY, type VariableFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'
import type { RuleData } from './talk.editing.ts'

/* What a made-up event says until somebody writes something else. */

export type Values = Readonly<Record<string, Scalar>>

/** The fields of an event that a person can fill in. */
export const fieldsOfEvent = (key: string, { events }: Vocabulary): readonly VariableFacts[] =>
  (events.get(key)?.variables ?? []).filter((one) => !one.key.startsWith('sys.'))

const TEN_YUAN = 1_000
const USUAL: Readonly<Record<string, Readonly<Record<Lang, Scalar>>>> = {
  'ev.user.name': { zh: '阿强', en: 'Alex' },
  [USER_KEY]: { zh: 'viewer-1', en: 'viewer-1' },
  'ev.text': { zh: '你好', en: 'Hello' },
  'ev.gift.id': { zh: 'gift-1', en: 'gift-1' },
  'ev.gift.name': { zh: '玫瑰', en: 'Rose' },
  'ev.gift.count': { zh: 1, en: 1 },
  'ev.gift.value': { zh: TEN_YUAN, en: TEN_YUAN },
  'ev.gift.paid': { zh: 1, en: 1 },
  'ev.count': { zh: 1, en: 1 },
  'ev.every_s': { zh: 60, en: 60 },
  'ev.idle_s': { zh: 20, en: 20 },
  'ev.seq': { zh: 1, en: 1 },
  'ev.left_s': { zh: 10, en: 10 },
  'ev.seconds': { zh: 120, en: 120 },
  'ev.winner': { zh: 'red', en: 'red' },
  'ev.winner_name': { zh: '红队', en: 'Red' },
  'ev.score_win': { zh: 100, en: 100 },
  'ev.score_lose': { zh: 80, en: 80 },
  'ev.mvp_name': { zh: '阿强', en: 'Alex' },
}

/** The game's people say what theirs are like. */
export const sampleOf = (
  event: string,
  lang: Lang,
  { known, samples }: { known: Vocabulary; samples: RuleData['samples'] },
): Values =>
  Object.fromEntries(
    fieldsOfEvent(event, known).map(({ key, type }) => [
      key,
      samples[event]?.[key] ?? USUAL[key]?.[lang] ?? (type === DataType.number ? 0 : ''),
    ]),
  )
