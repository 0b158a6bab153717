import { Button, DatePicker, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState, type ReactNode } from 'react'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'
import { dayStart, instantText } from '@kaibo/contract/kernel/day.ts'
import type { DataOf, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { MAX_WHY_MS } from '@kaibo/contract/talk/talk.tape.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import '#kit/date/locale.ts'
import { Panel } from '#kit/panel/panel.tsx'
import type { CheckState, Decided } from '../talk.check.ts'
import type { RuleData } from '../talk.editing.ts'
import { PanelLine } from './panel-line.tsx'
import { RecentEvent } from './recent-event.tsx'
import { WhyEvents } from './why-events.tsx'
import '../talk-check.i18n.ts'
import styles from './try.module.css'
import own from './check.module.css'

type Question = InputOf<typeof talkApi.why>
type Because = DataOf<typeof talkApi.why>

interface WhyPanelProps {
  set_id: string
  rooms: RuleData['rooms']
  /** What a link asks about. */
  asked: Omit<CheckState, 'check'>
  onPaint: (decided: Decided | undefined) => void
  children?: ReactNode
}

const MINUTE_MS = 60_000
const MINUTES = 60

/** Five minutes before and after, not beyond now. */
const around = (at: number) => ({ from_at: at - MAX_WHY_MS / 2, to_at: at + MAX_WHY_MS / 2 })

/** By the clock of the business, as all times of the console are. */
const dayjsOf = (at: number): Dayjs => dayjs(instantText(at))
const instantOf = (time: Dayjs): number =>
  dayStart(time.format(DATE_FORMAT)) + (time.hour() * MINUTES + time.minute()) * MINUTE_MS

/** 为什么没触发: what became of an event, or of all those of a viewer, by the rules and the state of then. */
export function WhyPanel({ set_id, rooms, asked, onPaint, children }: WhyPanelProps) {
  const t = useText('talk_check')
  const [room_code, setRoom] = useState(asked.room ?? rooms[0]?.room_code)
  const [event_id, setEvent] = useState(asked.event)
  const [at, setAt] = useState(() => asked.at ?? Date.now())
  const [user, setUser] = useState('')
  const [question, setQuestion] = useState<Question | undefined>(() => {
    const { room, event, at: when } = asked
    if (room === undefined || event === undefined || when === undefined) return undefined
    return { room_code: room, event_id: event, ...around(when) }
  })
  const options = rooms.map((room) => ({ value: room.room_code, label: room.name }))
  if (room_code === undefined) return <p className={styles.panel}>{t('no_rooms')}</p>
  const isKnown = options.some(({ value }) => value === room_code)
  const whose = event_id === undefined ? { user: user.trim() } : { event_id }
  return (
    <section className={styles.panel} aria-label={t('why_title')}>
      <h2>{t('why_title')}</h2>
      <p className={styles.hint}>{t('why_hint')}</p>
      <PanelLine label={t('room')}>
        {(id) => (
          <Select
            id={id}
            className={styles.grow}
            value={room_code}
            options={isKnown ? options : [...options, { value: room_code, label: room_code }]}
            onChange={(code: string) => {
              setRoom(code)
              setEvent(undefined)
            }}
          />
        )}
      </PanelLine>
      <RecentEvent
        room_code={room_code}
        onPick={(chosen) => {
          setEvent(chosen.event_id)
          setAt(chosen.at)
          setQuestion({ room_code, event_id: chosen.event_id, ...around(chosen.at) })
        }}
      />
      {event_id === undefined ? (
        <>
          <PanelLine label={t('viewer')}>
            {(id) => (
              <Input
                id={id}
                maxLength={50}
                placeholder={t('viewer_hint')}
                value={user}
                onChange={({ target }) => setUser(target.value)}
              />
            )}
          </PanelLine>
          <PanelLine label={t('around')}>
            {(id) => (
              <DatePicker
                id={id}
                className={own.moment}
                showTime={{ format: 'HH:mm' }}
                format="YYYY-MM-DD HH:mm"
                allowClear={false}
                needConfirm={false}
                value={dayjsOf(at)}
                onChange={(time) => time && setAt(instantOf(time))}
              />
            )}
          </PanelLine>
          <p className={styles.hint}>{t('around_hint')}</p>
        </>
      ) : (
        <p className={styles.hint}>
          {t('one_event')}{' '}
          <Button size="small" onClick={() => setEvent(undefined)}>
            {t('drop_event')}
          </Button>
        </p>
      )}
      <Button
        block
        type="primary"
        disabled={event_id === undefined && user.trim() === ''}
        onClick={() => setQuestion({ room_code, ...whose, ...around(at) })}
      >
        {t('ask')}
      </Button>
      {question ? (
        <Answer
          key={JSON.stringify(question)}
          question={question}
          set_id={set_id}
          onPaint={onPaint}
        />
      ) : null}
      {children}
    </section>
  )
}

interface AnswerProps {
  question: Question
  set_id: string
  onPaint: WhyPanelProps['onPaint']
}

function Answer({ question, set_id, onPaint }: AnswerProps) {
  const t = useText('talk_check')
  const query = useCall(talkApi.why, question, { anew: true })
  const { data } = query
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined}
      onRetry={() => void query.refetch()}
      right={talkApi.why.can}
    >
      {data ? <Told data={data} set_id={set_id} onPaint={onPaint} none={t('none_found')} /> : null}
    </Panel>
  )
}

interface ToldProps {
  data: Because
  set_id: string
  onPaint: WhyPanelProps['onPaint']
  none: string
}

function Told({ data: { events, missing }, set_id, onPaint, none }: ToldProps) {
  return (
    <div role="status" aria-live="polite" className={styles.result}>
      {missing === null ? null : <p className={styles.refused}>{missing}</p>}
      {events.length > 0 ? (
        <WhyEvents events={events} set_id={set_id} onPaint={onPaint} />
      ) : missing === null ? (
        <p className={styles.hint}>{none}</p>
      ) : null}
    </div>
  )
}
