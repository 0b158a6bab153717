import { wordsOf } from '../kernel/enumeration.ts'
import { asIs, words, type Words } from '../kernel/words.ts'
import { timeText, wallAt } from '../kernel/zone.ts'
import { ConflictKind } from './plan.enums.ts'
import { weekdayOf, type Occurrence, type Recurrence } from './plan.rules.ts'

/** 1 for Monday is the first. */
export const WEEKDAYS = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const

/** A plan by what it is called and whose clocks it goes by. */
type Other = Pick<Recurrence, 'zone' | 'date'> & { name: string }

/** 与「晚间场」周三20:00–22:00冲突：同一PC: said before a plan is dropped there, and where saving it is refused. */
export function conflictWords(other: Other, at: Occurrence, kind: ConflictKind): Words {
  const shared = wordsOf(ConflictKind, kind) ?? asIs(kind)
  return words(
    `与「${other.name}」${when(other, at, 'zh')}冲突：${shared.zh}`,
    `Conflicts with “${other.name}”, ${when(other, at, 'en')}: ${shared.en}`,
  )
}

/** 周三20:00–22:00, as the plan's own clocks show it; of one on a date 12月2日20:00–22:00. */
function when({ zone, date }: Other, { due_at, end_at }: Occurrence, lang: 'zh' | 'en'): string {
  const [begin, end] = [wallAt(zone, due_at), wallAt(zone, end_at)]
  const on = new Date(begin.day)
  const [month, number] = [on.getUTCMonth() + 1, on.getUTCDate()]
  const weekday = WEEKDAYS[lang][weekdayOf(begin.day) - 1] ?? ''
  const dated = lang === 'zh' ? `${month}月${number}日` : `${number}/${month}`
  const day = date === null ? weekday : dated
  const gap = lang === 'zh' ? '' : ' '
  return `${day}${gap}${timeText(begin.minutes)}–${timeText(end.minutes)}`
}
