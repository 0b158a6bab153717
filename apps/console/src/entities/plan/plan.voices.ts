import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { WEEKDAYS } from '@kaibo/contract/plan/plan.conflict.words.ts'
import { DEFAULT_ZONE, weekdayOf } from '@kaibo/contract/plan/plan.rules.ts'
import type { Firing, PlanList } from '@kaibo/contract/plan/plan.schema.ts'

const HOUR_MS = 3_600_000

/**
 * The first hour in which a room, where its plan is moved to, makes more speak than voices can. No refusal: who finds no port waits,
 * or speaks by the voice of its PC.
 */
export function crowdIn(before: PlanList, after: PlanList, room_code: string): Words | undefined {
  const { voice } = before
  const ports = voice[0]?.ports ?? 0
  if (ports === 0) return undefined
  const [was, is] = [hoursOf(before.firings, room_code), hoursOf(after.firings, room_code)]
  const rooms = new Map(voice.map((one) => [one.hour, one.rooms]))
  for (const hour of [...is].sort((a, b) => a - b)) {
    if (was.has(hour)) continue
    const count = (rooms.get(hour) ?? 0) + 1
    if (count > ports) return crowded(hour, count, ports)
  }
  return undefined
}

/** In which a room is to speak. */
function hoursOf(firings: readonly Firing[], room_code: string): Set<number> {
  const hours = new Set<number>()
  for (const one of firings) {
    if (one.room_code !== room_code || one.outcome === 'cancelled') continue
    for (let hour = one.due_at - (one.due_at % HOUR_MS); hour < one.end_at; hour += HOUR_MS)
      hours.add(hour)
  }
  return hours
}

function crowded(hour: number, rooms: number, ports: number): Words {
  const { day, minutes } = wallAt(DEFAULT_ZONE, hour)
  const weekday = weekdayOf(day) - 1
  const time = timeText(minutes)
  return words(
    `${WEEKDAYS.zh[weekday]}${time}起${rooms}间同时要说话，语音端口只有${ports}个`,
    `From ${WEEKDAYS.en[weekday]} ${time} ${rooms} rooms are to speak, by ${ports} voice ports`,
  )
}
