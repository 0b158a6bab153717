import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { App } from 'antd'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { refreshAll } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { useFormAddress } from '#kit/form/form-address.ts'
import { blocksOf, clashIn, shifted, STEP_MINUTES, type Block } from '../plan.week.ts'
import styles from '../plan.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAY_MINUTES = 1_440

/** What is being moved or stretched. */
interface Drag {
  key: string
  plan: PlanRow
  from: number
  begin: number
  end: number
  isStretched: boolean
}

/** Seven days with what is due in them; what has not been yet can be moved by the quarter of an hour. */
export function WeekGrid({
  plans,
  known,
  monday,
  now,
  room_code,
}: {
  plans: PlanList
  /** With all that a plan could conflict with. */
  known: PlanList
  monday: number
  now: number
  room_code: string
}) {
  const t = useText('plan')
  const lang = useLanguage()
  const { message } = App.useApp()
  const mayEdit = useCan(planApi.add.can) === true
  const { open } = useFormAddress()
  const [drag, setDrag] = useState<Drag>()
  const blocks = blocksOf(plans, monday)
  const rooms = new Map(plans.rooms.map((room) => [room.room_code, room.name]))
  const moved = drag && shifted(drag.plan, drag.begin, drag.end)
  const clash = moved && clashIn(known, moved, now)

  /** Saved unless it would conflict, which is said. */
  function put(plan: PlanRow): void {
    const other = clashIn(known, plan, now)
    if (other) void message.warning(t('clash', { name: other.plan.name }))
    else save(plan).catch(() => refreshAll(planApi.add.changes))
  }

  const mayMove = ({ plan }: Block): boolean =>
    mayEdit && plan !== undefined && plan.room_code === room_code && plan.segments !== undefined

  function grab(event: PointerEvent<HTMLElement>, block: Block, isStretched: boolean): void {
    if (!mayMove(block) || event.button !== 0 || !block.plan) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({
      key: block.key,
      plan: block.plan,
      from: event.clientY,
      begin: 0,
      end: 0,
      isStretched,
    })
    event.stopPropagation()
  }

  function pull(event: PointerEvent<HTMLElement>): void {
    if (!drag) return
    const height = event.currentTarget.closest(`.${styles.day}`)?.clientHeight ?? DAY_MINUTES
    const minutes = ((event.clientY - drag.from) / height) * DAY_MINUTES
    const end = Math.round(minutes / STEP_MINUTES) * STEP_MINUTES
    const begin = drag.isStretched ? 0 : end
    if (begin !== drag.begin || end !== drag.end) setDrag({ ...drag, begin, end })
  }

  function drop(): void {
    setDrag(undefined)
    if (drag && moved && (drag.begin !== 0 || drag.end !== 0)) put(moved)
    else if (drag) open(drag.plan.id)
  }

  function press(event: KeyboardEvent, block: Block): void {
    const { plan } = block
    if (event.key === 'Enter' && plan && plan.room_code === room_code) open(plan.id)
    const way = { ArrowUp: -STEP_MINUTES, ArrowDown: STEP_MINUTES }[event.key]
    if (!event.altKey || way === undefined || !plan || !mayMove(block)) return
    event.preventDefault()
    put(shifted(plan, event.shiftKey ? 0 : way, way))
  }

  const at = wallAt(DEFAULT_ZONE, now)
  const offset = (block: Block) => (moved && drag.key === block.key ? drag : undefined)
  return (
    <div className={styles.week} role="group" aria-label={t('keys')}>
      <div className={styles.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour}>{timeText(hour * 60)}</span>
        ))}
      </div>
      {HOURS.slice(0, 7).map((day) => {
        const date = new Date(monday + day * DAY_MS)
        const isToday = at.day === date.getTime()
        return (
          <section key={day} className={styles.column}>
            <h2 data-today={isToday || undefined}>
              {new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', {
                weekday: 'short',
                month: 'numeric',
                day: 'numeric',
                timeZone: 'UTC',
              }).format(date)}
            </h2>
            <div className={styles.day}>
              {isToday ? (
                <i className={styles.now} style={{ top: `${(at.minutes / DAY_MINUTES) * 100}%` }} />
              ) : null}
              {blocks
                .filter((block) => block.day === day)
                .map((block) => {
                  const { firing, plan, from, to, lane, lanes } = block
                  const shift = offset(block)
                  const top = from + (shift?.begin ?? 0)
                  const bottom = to + (shift?.end ?? 0)
                  const name = plan?.name ?? rooms.get(firing.room_code) ?? firing.room_code
                  const outcome =
                    firing.outcome === null
                      ? t('waiting')
                      : labelOf(FiringOutcome, firing.outcome, lang)
                  const times = { start: timeText(top), stop: timeText(bottom) }
                  const why = lang === 'zh' ? firing.detail : (firing.detail_en ?? firing.detail)
                  return (
                    <button
                      key={block.key}
                      type="button"
                      className={styles.block}
                      data-outcome={firing.outcome ?? 'undo'}
                      data-clash={(shift && clash !== undefined) || undefined}
                      title={[outcome, why].filter(Boolean).join(' · ')}
                      aria-label={t('block', { name, ...times, outcome })}
                      style={{
                        top: `${(top / DAY_MINUTES) * 100}%`,
                        height: `${((bottom - top) / DAY_MINUTES) * 100}%`,
                        left: `${(lane / lanes) * 100}%`,
                        width: `${100 / lanes}%`,
                      }}
                      onPointerDown={(event) => grab(event, block, false)}
                      onPointerMove={pull}
                      onPointerUp={drop}
                      onPointerCancel={() => setDrag(undefined)}
                      onKeyDown={(event) => press(event, block)}
                    >
                      <b>{name}</b>
                      <small>
                        {times.start}–{times.stop}
                      </small>
                      <small>
                        {shift && clash ? t('clash', { name: clash.plan.name }) : outcome}
                      </small>
                      {mayMove(block) ? (
                        <i
                          className={styles.edge}
                          onPointerDown={(event) => grab(event, block, true)}
                        />
                      ) : null}
                    </button>
                  )
                })}
            </div>
          </section>
        )
      })}
    </div>
  )
}

async function save(plan: PlanRow): Promise<void> {
  const { id, version, room_code, name, zone, date, weekdays, start, stop, ...more } = plan
  const { valid_from, valid_to, segments = [], loop, late, enabled } = more
  await call(planApi.add, {
    id,
    version,
    room_code,
    name,
    zone,
    date,
    weekdays,
    start,
    stop,
    valid_from,
    valid_to,
    segments,
    loop,
    late,
    enabled,
  })
  refreshAll(planApi.add.changes)
}
