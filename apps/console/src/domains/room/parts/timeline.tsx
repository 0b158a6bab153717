import { useState } from 'react'
import { Button, Segmented } from 'antd'
import { MOMENT_KINDS } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { isAfter, type Place } from '../room.moments.ts'
import { useTimeline, type MomentFilter } from '../room.timeline.ts'
import { MomentLine } from './moment-line.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'
import styles from '../room.module.css'

const AT_END_PX = 40

/** The room's moments as they come. Scrolling up stops the following; what came meanwhile is counted. */
export function Timeline({ room_code }: { room_code: string }) {
  const t = useText('room')
  const [kind, setKind] = useState<MomentFilter>()
  const { query, moments, hasOlder, loadOlder } = useTimeline(room_code, kind)
  // Where the newest moment stood when the reader scrolled away; nothing while the newest is followed.
  const [left, setLeft] = useState<Place>()

  const { box: scroller, note: noteScroll } = useSteadyScroll(left === undefined)

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    noteScroll()
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX
    setLeft((before) => (atEnd ? undefined : (before ?? moments.at(-1))))
  }
  const missed = left ? moments.filter((moment) => isAfter(moment, left)).length : 0

  return (
    <section className={styles.timeline} aria-label={t('timeline')}>
      <Segmented<string>
        size="small"
        aria-label={t('timeline_kind')}
        value={kind ?? ''}
        onChange={(value) => {
          setLeft(undefined)
          setKind((value || undefined) as MomentFilter)
        }}
        options={[
          { value: '', label: t('timeline_all') },
          ...MOMENT_KINDS.map((value) => ({ value, label: t(`kind_${value}`) })),
        ]}
      />
      {/* A keyboard must be able to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.timelineScroll} ref={scroller} onScroll={onScroll} tabIndex={0}>
        <Panel
          loading={query.isPending}
          error={query.error}
          filled={query.data !== undefined}
          onRetry={() => void query.refetch()}
          isEmpty={moments.length === 0}
          empty={<Empty title={t('timeline_empty')} />}
        >
          {hasOlder ? (
            <Button type="link" size="small" onClick={() => void loadOlder()}>
              {t('timeline_older')}
            </Button>
          ) : null}
          <div role="log" aria-label={t('timeline')} aria-live="off">
            <ul className={styles.moments}>
              {moments.map((moment, i) => (
                <MomentLine key={moment.id} moment={moment} cause={moments[i - 1]?.event_id} />
              ))}
            </ul>
          </div>
        </Panel>
      </div>
      {missed > 0 ? (
        <Button
          className={styles.timelineNew}
          size="small"
          type="primary"
          onClick={() => setLeft(undefined)}
        >
          {t('timeline_new', { count: missed })}
        </Button>
      ) : null}
    </section>
  )
}
