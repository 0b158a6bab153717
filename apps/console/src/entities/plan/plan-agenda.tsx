import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { Empty } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { dayHead, toneOf } from './plan.text.ts'
import styles from './plan.module.css'

interface AgendaProps {
  plans: PlanList
  monday: number
  now: number
  /** Of several rooms each line says whose it is. */
  hasRooms: boolean
  onOpen: (plan: PlanRow) => void
}

/** The same week on a phone: day by day, one under the other. */
export function PlanAgenda({ plans, monday, now, hasRooms, onOpen }: AgendaProps) {
  const t = useText('plan')
  const lang = useLanguage()
  const byId = new Map(plans.list.map((plan) => [plan.id, plan]))
  const rooms = new Map(plans.rooms.map(({ room_code, name }) => [room_code, name]))
  const days = byDay(plans.firings, monday)
  const { day: today } = wallAt(DEFAULT_ZONE, now)
  if (days.length === 0) return <Empty title={t('none')} />
  return days.map(([day, firings]) => (
    <section key={day} className={styles.agenda}>
      <h2 data-today={day === today || undefined}>{dayHead(day, lang)}</h2>
      <ul>
        {firings.map((firing) => {
          const plan = byId.get(firing.plan_id)
          return (
            <li key={`${firing.plan_id}-${firing.due_at}`}>
              <button type="button" disabled={!plan} onClick={() => plan && onOpen(plan)}>
                <time>
                  {timeOf(firing.due_at)}
                  <small>{timeOf(firing.end_at)}</small>
                </time>
                <span>
                  <b>{plan?.name ?? t('deleted')}</b>
                  {hasRooms ? <small>{rooms.get(firing.room_code)}</small> : null}
                  {firing.detail === null ? null : (
                    <small>{toldIn(firing.detail, firing.detail_en, lang)}</small>
                  )}
                </span>
                {firing.outcome === null ? null : (
                  <Status tone={toneOf(firing.outcome)}>
                    {labelOf(FiringOutcome, firing.outcome, lang)}
                  </Status>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

const timeOf = (at: number) => timeText(wallAt(DEFAULT_ZONE, at).minutes)

/** The firings that begin in the week, by the day on which they do. */
function byDay(firings: readonly Firing[], monday: number): [number, Firing[]][] {
  const days = new Map<number, Firing[]>()
  for (const firing of firings) {
    const { day } = wallAt(DEFAULT_ZONE, firing.due_at)
    if (firing.outcome === 'cancelled' || day < monday || day >= monday + 7 * DAY_MS) continue
    const own = days.get(day)
    if (own) own.push(firing)
    else days.set(day, [firing])
  }
  return [...days]
}
