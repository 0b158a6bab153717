import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { WEEKDAYS } from '@kaibo/contract/plan/plan.conflict.words.ts'
import { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tone } from '#kit/status/status.tsx'

const EVERY_DAY = { zh: '每天', en: 'Every day' } as const

/** On which days: 每天, 周一 周三, 2026-11-28. */
export function daysText(
  { date, weekdays }: Pick<PlanRow, 'date' | 'weekdays'>,
  lang: Lang,
): string {
  if (date !== null) return date
  if (weekdays.length === 7) return EVERY_DAY[lang]
  return weekdays.map((weekday) => WEEKDAYS[lang][weekday - 1] ?? '').join(' ')
}

/** On which days, from when until when. */
export const planText = (plan: Pick<PlanRow, 'date' | 'weekdays' | 'start' | 'stop'>, lang: Lang) =>
  `${daysText(plan, lang)} ${plan.start}–${plan.stop.at ?? ''}`

/** How an outcome looks; what has not been yet is `idle`. */
export function toneOf(outcome: FiringOutcome | null): Tone {
  switch (outcome) {
    case null:
      return 'idle'
    case FiringOutcome.started:
    case FiringOutcome.adopted:
      return 'ok'
    case FiringOutcome.blocked:
      return 'attention'
    case FiringOutcome.failed:
      return 'failed'
    default:
      return 'offline'
  }
}

/** 周三 12月2日, of a day's midnight in UTC. */
export const dayHead = (day: number, lang: Lang): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', {
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day)
