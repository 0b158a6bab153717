import { memo, useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { Link } from 'react-router'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { paths } from '#kit/address/paths.ts'
import { PlanBlock } from './plan-block.tsx'
import { MINUTE_PX } from './plan.drag.ts'
import { lanesOf, minuteOfWeek, type PcLane, type RoomLane } from './plan.lanes.ts'
import { useNoScroll, type Mover } from './plan.mover.ts'
import { dayHead } from './plan.text.ts'
import { DAY_MINUTES } from './plan.week.ts'
import type { GridProps } from './week-grid.tsx'
import styles from './lanes.module.css'

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const EVERY_HOURS = [0, 3, 6, 9, 12, 15, 18, 21]
const EVENING = 18 * 60
const BEFORE_MINUTES = 120
const SIZES = { '--day': `${DAY_MINUTES * MINUTE_PX}px` } as CSSProperties

/** The week of many rooms along one line: voices above, then PCs, each with its rooms. */
export function LaneGrid({ plans, monday, now, mover, mayMove, onOpen }: GridProps) {
  const t = useText('plan')
  const lang = useLanguage()
  const pcs = useMemo(() => lanesOf(plans, monday), [plans, monday])
  const { day: today } = wallAt(DEFAULT_ZONE, now)
  const isThisWeek = today >= monday && today < monday + 7 * DAY_MS
  const minute = minuteOfWeek(now, monday)
  const frame = useRef<HTMLDivElement>(null)
  useNoScroll(frame, mover)
  const first = isThisWeek ? minute - BEFORE_MINUTES : EVENING
  useEffect(() => {
    frame.current?.scrollTo({ left: first * MINUTE_PX })
    // Only once a week is shown: afterwards the scroll is the person's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [monday])
  return (
    <div ref={frame} className={styles.lanes} role="group" aria-label={t('keys_lanes')}>
      <div className={styles.inner} style={SIZES}>
        <div className={styles.head}>
          <span className={styles.label} />
          {DAYS.map((day) => (
            <h2 key={day} data-today={today === monday + day * DAY_MS || undefined}>
              <span className={styles.dayName}>{dayHead(monday + day * DAY_MS, lang)}</span>
              <small aria-hidden>
                {EVERY_HOURS.map((hour) => (
                  <span key={hour}>{timeText(hour * 60)}</span>
                ))}
              </small>
            </h2>
          ))}
        </div>
        <VoiceLane voice={plans.voice} monday={monday} />
        {pcs.map((pc) => (
          <section key={pc.id} aria-label={pc.name ?? t('no_pc')}>
            <PcHead pc={pc} />
            {pc.rooms.map((room) => (
              <Lane
                key={room.room_code}
                room={room}
                mover={mover}
                mayMove={mayMove}
                onOpen={onOpen}
              />
            ))}
          </section>
        ))}
        {isThisWeek ? (
          <i
            className={styles.now}
            style={{ left: `calc(var(--label) + ${minute * MINUTE_PX}px)` }}
          />
        ) : null}
      </div>
    </div>
  )
}

/** How many rooms speak in an hour, beside how many voices can. */
const VoiceLane = memo(function VoiceLane({
  voice,
  monday,
}: {
  voice: PlanList['voice']
  monday: number
}) {
  const t = useText('plan')
  return (
    <div className={styles.voice} role="group" aria-label={t('voice')}>
      <span className={styles.label}>{t('voice')}</span>
      <div className={styles.track}>
        {voice.map(({ hour, rooms, ports }) => (
          <span
            key={hour}
            className={styles.hour}
            data-over={rooms > ports || undefined}
            style={{ left: minuteOfWeek(hour, monday) * MINUTE_PX, width: 60 * MINUTE_PX }}
            title={t('voice_hour', {
              time: timeText(wallAt(DEFAULT_ZONE, hour).minutes),
              rooms,
              ports,
            })}
          >
            {rooms}/{ports}
          </span>
        ))}
      </div>
    </div>
  )
})

/** A PC, with when it is needed. */
const PcHead = memo(function PcHead({ pc: { name, rooms, taken } }: { pc: PcLane }) {
  const t = useText('plan')
  return (
    <div className={styles.pc}>
      <span className={styles.label}>
        <b>{name ?? t('no_pc')}</b> <small>{t('rooms_of_pc', { count: rooms.length })}</small>
      </span>
      <div className={styles.track} aria-hidden>
        {taken.map(([from, to]) => (
          <i key={from} style={{ left: from * MINUTE_PX, width: (to - from) * MINUTE_PX }} />
        ))}
      </div>
    </div>
  )
})

interface LaneProps {
  room: RoomLane
  mover: Mover
  mayMove: boolean
  onOpen: (plan: PlanRow) => void
}

const Lane = memo(function Lane({ room, mover, mayMove, onOpen }: LaneProps) {
  return (
    <div className={styles.lane}>
      <Link className={styles.label} to={paths.roomPlan(room.room_code)} title={room.name}>
        {room.name}
      </Link>
      <div className={styles.track}>
        {room.blocks.map((block) => (
          <PlanBlock
            key={block.key}
            block={block}
            axis="along"
            mover={mover}
            mayMove={mayMove}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  )
})
