import { useMemo, useState } from 'react'
import { Button, Segmented } from 'antd'
import * as z from 'zod/mini'
import { MOMENT_FILTERS, type MomentFilter } from '@kaibo/contract/room/moment.rules.ts'
import { useText } from '#client/i18n.ts'
import { useUrlState } from '#kit/list/url-state.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { linesOf, type Line } from '../room.fold.ts'
import { goByArrows, isLineRead } from '../room.line-keys.ts'
import { isAfter, type Place } from '../room.moments.ts'
import { useTimeline } from '../room.timeline.ts'
import { TimelineLine } from './timeline-line.tsx'
import { useReasonTip } from './use-reason-tip.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'

const AT_END_PX = 40
/** Those that are offered. */
const FILTERS = ['gift', 'danmu', 'speech', 'decision', 'system'] as const
const TimelineState = z.object({ kind: z.optional(z.enum(MOMENT_FILTERS)) })

interface TimelineProps {
  room_code: string
  /** Its part of the address. */
  prefix: string
}

/** The room's moments as they come. Scrolling up stops the following; what came meanwhile is counted. */
export function Timeline({ room_code, prefix }: TimelineProps) {
  const t = useText('timeline')
  const [{ kind }, change] = useUrlState(TimelineState, prefix)
  // Where the newest moment stood when the reader scrolled away; nothing while the newest is followed.
  const [left, setLeft] = useState<Place>()
  const isFollowing = left === undefined
  return (
    <section className={styles.timeline} aria-label={t('title')}>
      <header className={styles.timelineHead}>
        <Segmented<string>
          size="small"
          aria-label={t('filter')}
          value={kind ?? ''}
          onChange={(value) => {
            setLeft(undefined)
            change({ kind: value })
          }}
          options={[
            { value: '', label: t('all') },
            ...FILTERS.map((value) => ({ value, label: t(value) })),
          ]}
        />
        {isFollowing ? <Status tone="ok">{t('following')}</Status> : null}
      </header>
      <Moments key={kind} {...{ room_code, kind, left, setLeft }} />
    </section>
  )
}

interface MomentsProps extends Pick<TimelineProps, 'room_code'> {
  kind: MomentFilter | undefined
  left: Place | undefined
  setLeft: (change: (before: Place | undefined) => Place | undefined) => void
}

function Moments({ room_code, kind, left, setLeft }: MomentsProps) {
  const t = useText('timeline')
  const { query, moments, hasOlder, loadOlder } = useTimeline(room_code, kind)
  const lines = useMemo(() => linesOf(moments), [moments])
  const { box: scroller, note: noteScroll } = useSteadyScroll(left === undefined)
  const { reasons, goAlong, tip } = useReasonTip()
  const stay = () => setLeft((before) => before ?? moments.at(-1))

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    goAlong()
    noteScroll()
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX
    if (!atEnd) stay()
    else if (!isLineRead()) setLeft(() => undefined)
  }
  const missed = left
    ? moments.filter((moment) => moment.kind !== 'decision' && isAfter(moment, left)).length
    : 0

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.timelineScroll}
        ref={scroller}
        onScroll={onScroll}
        // A keyboard must be able to scroll it, and to go along its lines.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={(event) => {
          if (goByArrows(event)) stay()
        }}
        {...reasons}
      >
        <Panel
          loading={query.isPending}
          error={query.error}
          filled={query.data !== undefined}
          onRetry={() => void query.refetch()}
          isEmpty={lines.length === 0}
          empty={<Empty title={t(kind ? 'empty_filtered' : 'empty')} />}
        >
          {hasOlder ? (
            <Button type="link" size="small" onClick={() => void loadOlder()}>
              {t('older')}
            </Button>
          ) : null}
          <Lines lines={lines} />
        </Panel>
      </div>
      {left ? (
        <Button
          className={styles.timelineNews}
          size="small"
          type={missed > 0 ? 'primary' : 'default'}
          onClick={() => setLeft(() => undefined)}
        >
          {missed > 0 ? t('news', { count: missed }) : t('latest')}
        </Button>
      ) : null}
      {tip}
    </>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useText('timeline')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [toggle] = useState(() => (key: string) => setOpened((before) => toggled(before, key)))
  return (
    <div role="log" aria-label={t('title')} aria-live="off">
      <ol className={styles.moments}>
        {lines.map((line) => (
          <TimelineLine
            key={line.key}
            line={line}
            isOpen={opened.has(line.key)}
            onToggle={toggle}
          />
        ))}
      </ol>
    </div>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
