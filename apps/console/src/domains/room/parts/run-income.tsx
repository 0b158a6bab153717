import { memo } from 'react'
import { formatFenShort, formatYuan } from '@kaibo/contract/kernel/money.ts'
import type { RoomRow, RunSummary } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { Count, Instant } from '#kit/cell/cell.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { Chart } from '#kit/chart/chart.tsx'
import { useNow } from '#kit/clock/use-now.ts'
import { Part } from '#kit/part/part.tsx'
import { Status } from '#kit/status/status.tsx'
import { minutesOfRun } from '../room.minutes.ts'
import { ratePerMinute } from '../room.present.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

/** What the run has brought, by the minute while it goes on; of a room at rest, the last one. */
export function RunIncome({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const now = useNow()
  const { run } = room
  const isOpen = run !== null && run.ended_at === null
  const heading = t(run ? (isOpen ? 'this_run' : 'last_run') : 'no_run')
  return (
    <section className={styles.card} aria-label={heading}>
      <h2>
        {heading}
        {run && isOpen ? (
          <small>{t('rate', { money: formatFenShort(ratePerMinute(run.per_minute)) })}</small>
        ) : null}
      </h2>
      {run ? (
        <>
          <strong className={styles.income}>{formatYuan(run.gift_fen)}</strong>
          {run.money_unsent > 0 ? (
            <p role="status">
              <Status tone="attention">{t('unsent', { count: run.money_unsent })}</Status>
            </p>
          ) : null}
          {isOpen ? <Minutes minutes={minutesOfRun(run, now)} /> : <Ran run={run} />}
          <dl className={styles.figures}>
            <Fact label={t('viewers')}>
              <Count value={run.viewers} />
            </Fact>
            <Fact label={t('danmu')}>
              <Count value={run.danmu} />
            </Fact>
            <Fact label={t('gifts')}>
              <Count value={run.gift_count} />
            </Fact>
          </dl>
        </>
      ) : null}
      <Part of="room.refused" id={room.room_code} />
    </section>
  )
}

const Ran = ({ run: { started_at, ended_at } }: { run: RunSummary }) => (
  <p className={textStyles.meta}>
    <Instant at={started_at} /> – <Instant at={ended_at} />
  </p>
)

interface MinutesProps {
  minutes: readonly (number | null)[]
}

/** A row that says nothing new of the money draws nothing. */
const Minutes = memo(
  function Minutes({ minutes }: MinutesProps) {
    const t = useText('room_page')
    const last = minutes.length - 1
    const points = minutes.map((value, i) => ({
      label: i === last ? t('this_minute') : t('minutes_ago', { count: last - i }),
      value,
      isUnfinished: i === last,
    }))
    return (
      <Chart
        compact
        title={t('chart')}
        range={t('chart_range', { minutes: minutes.filter((fen) => fen !== null).length })}
        kind="bars"
        points={points}
        names={{ label: t('minute'), value: t('gross') }}
        format={formatYuan}
        formatAxis={formatFenShort}
      />
    )
  },
  (before, now) => before.minutes.join() === now.minutes.join(),
)
