import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { clashesWith } from '@kaibo/contract/plan/plan.conflict.rules.ts'
import { ConflictKind } from '@kaibo/contract/plan/plan.enums.ts'
import { weekdayOf, type Occurrence, type Recurrence } from '@kaibo/contract/plan/plan.rules.ts'
import type { Conflict } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict } from '#platform/fault.ts'
import * as store from './plan.store.ts'

/** What of a room a plan needs. */
export interface Needs {
  id: string
  account_id: string
  pc_id: string | null
  is_demo: number
}

type Other = Awaited<ReturnType<typeof store.plansBeside>>[number]

/** 1006 where one of these plans of the room needs what another plan has at the time; the caller holds account, PC and room. */
export async function assertFree(
  q: Queryable<Tables>,
  room: Needs,
  plans: readonly { id: string; plan: Recurrence }[],
  now: number,
): Promise<void> {
  const own = new Set(plans.map(({ id }) => id))
  const others = (await store.plansBeside(q, room))
    .filter(({ id }) => !own.has(id))
    .map((other) => ({ other, plan: store.recurrenceOf(other) }))
  const found: { one: Conflict; said: Words }[] = []
  for (const { plan } of plans) {
    const clash = clashesWith(plan, now)
    for (const { other, plan: theirs } of others) {
      const at = clash(theirs)
      if (at) found.push(conflictOf(room, other, at))
    }
  }
  found.sort((a, b) => a.one.from - b.one.from)
  const [first] = found
  if (first) throw conflict(first.said, { conflicts: found.map(({ one }) => one) })
}

function conflictOf(room: Needs, other: Other, { due_at, end_at }: Occurrence) {
  const kind = kindOf(room, other)
  const shared = wordsOf(ConflictKind, kind) ?? asIs(kind)
  const [zh, en] = [when(other, due_at, end_at, 'zh'), when(other, due_at, end_at, 'en')]
  const one: Conflict = {
    kind,
    plan: { id: other.id, name: other.name },
    room: { room_code: other.room_code, name: other.room_name },
    from: due_at,
    to: end_at,
  }
  const said = words(
    `与「${other.name}」${zh}冲突：${shared.zh}`,
    `Conflicts with “${other.name}”, ${en}: ${shared.en}`,
  )
  return { one, said }
}

function kindOf({ id, account_id }: Needs, other: Other): Conflict['kind'] {
  if (other.room_id === id) return 'room'
  return other.account_id === account_id ? 'account' : 'pc'
}

const DAYS = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const

/** 周三20:00–22:00, as the plan's own clocks show it; of one on a date 12月2日20:00–22:00. */
function when({ zone, date }: Other, from: number, to: number, lang: 'zh' | 'en'): string {
  const [begin, end] = [wallAt(zone, from), wallAt(zone, to)]
  const on = new Date(begin.day)
  const [month, number] = [on.getUTCMonth() + 1, on.getUTCDate()]
  const weekday = DAYS[lang][weekdayOf(begin.day) - 1] ?? ''
  const dated = lang === 'zh' ? `${month}月${number}日` : `${number}/${month}`
  const day = date === null ? weekday : dated
  const gap = lang === 'zh' ? '' : ' '
  return `${day}${gap}${timeText(begin.minutes)}–${timeText(end.minutes)}`
}
