import { useRef } from 'react'
import * as z from 'zod/mini'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { dayText } from '@kaibo/contract/kernel/zone.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { FIRST_DAY, LAST_DAY } from '@kaibo/contract/plan/plan.rules.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { useNow } from '#kit/clock/use-now.ts'
import { useUrlState } from '#kit/list/url-state.ts'
import { mondayOf, weekFrom } from './plan.week.ts'

/** Of whom a calendar shows the plans: of its room, of all that share its PC, of everybody. */
export const SCOPES = ['room', 'pc', 'all'] as const
const CalendarState = z.object({
  week: z._default(z.string(), ''),
  show: z._default(z.enum(SCOPES), 'room'),
})
const AGAIN_MS = 30_000

/** The week that the address names, with all that is due in it. */
export function useCalendar(room_code: string) {
  const now = useNow()
  const [{ week, show }, change] = useUrlState(CalendarState)
  const today = mondayOf(now)
  const isDay = week >= FIRST_DAY && week <= LAST_DAY && !Number.isNaN(Date.parse(week))
  const monday = isDay ? mondayOf(Date.parse(week)) : today
  const span = weekFrom(monday)
  const settings = { refetchMs: AGAIN_MS, keep: true }
  const own = useCall(planApi.list, { room_code, ...span }, settings)
  const pc = own.data?.rooms.find((one) => one.room_code === room_code)?.pc
  // Who shares the PC is asked for in any case: what is moved must not conflict with them.
  const among = { ...(show !== 'all' && pc && { pc_id: pc.id }), ...span }
  const enabled = show === 'all' || Boolean(pc)
  const others = useCall(planApi.list, among, { ...settings, enabled })
  const known = others.data ?? own.data
  // What a plan has done shows when the room has moved by it.
  const state = useRef<string>(undefined)
  useLive(`room:${room_code}`, ({ event, data }) => {
    if (event !== 'room.changed' || data.state === state.current) return
    state.current = data.state
    refresh(planApi.list)
  })
  const go = (to: number) => change({ week: to === today ? '' : dayText(to) })
  return {
    now,
    monday,
    isThisWeek: monday === today,
    span,
    show,
    own,
    /** What is drawn. */
    shown: show === 'room' ? own.data : known,
    /** With all that a plan of it could conflict with. */
    known,
    showFor: (next: (typeof SCOPES)[number]) => change({ show: next }),
    today: () => go(today),
    step: (weeks: number) => go(monday + weeks * 7 * DAY_MS),
  }
}

export type Calendar = ReturnType<typeof useCalendar>
