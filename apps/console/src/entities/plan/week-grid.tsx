import { useEffect, useRef } from 'react'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { PlanBlock } from './plan-block.tsx'
import { useNoScroll, type Mover } from './plan.mover.ts'
import { dayHead } from './plan.text.ts'
import { blocksOf, DAY_MINUTES } from './plan.week.ts'
import styles from './plan.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = HOURS.slice(0, 7)
/** What is shown first begins so long before what counts. */
const BEFORE_MINUTES = 60

export interface GridProps {
  plans: PlanList
  monday: number
  now: number
  mover: Mover
  mayMove: boolean
  onOpen: (plan: PlanRow) => void
}

/** The week of one room: seven days beside each other. */
export function WeekGrid({ plans, monday, now, mover, mayMove, onOpen }: GridProps) {
  const t = useText('plan')
  const lang = useLanguage()
  const blocks = blocksOf(plans, monday)
  const { day: today, minutes } = wallAt(DEFAULT_ZONE, now)
  // What begins at midnight began the day before.
  const begins = blocks.flatMap(({ from }) => (from > 0 ? [from] : []))
  const first = begins.length > 0 ? Math.min(...begins) : minutes
  const frame = useRef<HTMLDivElement>(null)
  useNoScroll(frame, mover)
  useEffect(() => {
    const top = Math.max(0, first - BEFORE_MINUTES) / DAY_MINUTES
    frame.current?.scrollTo({ top: top * frame.current.scrollHeight })
    // Only once a week is shown: afterwards the scroll is the person's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [monday])
  return (
    <div ref={frame} className={styles.week} role="group" aria-label={t('keys_week')}>
      <div className={styles.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour}>{timeText(hour * 60)}</span>
        ))}
      </div>
      {DAYS.map((day) => {
        const date = monday + day * DAY_MS
        const isToday = today === date
        return (
          <section key={day} className={styles.column}>
            <h2 data-today={isToday || undefined}>{dayHead(date, lang)}</h2>
            <div className={styles.day}>
              {isToday ? (
                <i className={styles.now} style={{ top: `${(minutes / DAY_MINUTES) * 100}%` }} />
              ) : null}
              {blocks
                .filter((block) => block.day === day)
                .map((block) => (
                  <PlanBlock
                    key={block.key}
                    block={block}
                    axis="down"
                    mover={mover}
                    mayMove={mayMove}
                    onOpen={onOpen}
                  />
                ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}
