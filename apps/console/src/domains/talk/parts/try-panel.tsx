import { CaretRightOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { TryState } from '@kaibo/contract/talk/talk.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import type { RuleData } from '../talk.editing.ts'
import { fieldsOfEvent } from '../talk.samples.ts'
import { PanelLine } from './panel-line.tsx'
import { RecentEvent } from './recent-event.tsx'
import { TryEvent } from './try-event.tsx'
import { TryResult } from './try-result.tsx'
import { MANY, type Try } from './use-try.ts'
import '../talk-try.i18n.ts'
import styles from './try.module.css'

interface TryPanelProps {
  trial: Try
  rooms: RuleData['rooms']
  /** The rule whose values are shown. */
  children?: ReactNode
}

const NO_ROOM = ''

/** 试演: an event, and what the rules would make of it. */
export function TryPanel({ trial, rooms, children }: TryPanelProps) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const known = useKnown()
  const { given, give, error, tried } = trial
  const faults = error?.fields ?? {}
  return (
    <section className={styles.panel} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className={styles.hint}>{t('hint')}</p>
      <PanelLine label={t('event')}>
        {(id) => (
          <Select
            id={id}
            className={styles.grow}
            value={given.key}
            options={[...known.events.values()].map(({ key, label }) => ({
              value: key,
              label: label[lang],
            }))}
            onChange={(key: string) => trial.giveEvent(key)}
          />
        )}
      </PanelLine>
      {given.room_code === undefined ? null : (
        <RecentEvent
          room_code={given.room_code}
          onPick={({ event_key: key, vars }) => {
            const fields = fieldsOfEvent(key, known).map((one) => one.key)
            const own = Object.entries(vars).filter(([name]) => fields.includes(name))
            give({ key, vars: Object.fromEntries(own) })
          }}
        />
      )}
      <TryEvent
        event={given.key}
        vars={given.vars}
        faults={faults}
        onChange={(vars) => give({ vars })}
      />
      <PanelLine label={t('room')}>
        {(id) => (
          <Select
            id={id}
            className={styles.grow}
            value={given.room_code ?? NO_ROOM}
            options={[
              ...rooms.map(({ room_code, name }) => ({ value: room_code, label: name })),
              { value: NO_ROOM, label: t('no_room') },
            ]}
            onChange={(code: string) => give({ room_code: code === NO_ROOM ? undefined : code })}
          />
        )}
      </PanelLine>
      <div className={styles.choices}>
        <Segmented
          aria-label={t('state')}
          value={given.state}
          options={optionsOf(TryState, lang)}
          onChange={(state) => give({ state })}
        />
        <Segmented
          aria-label={t('runs')}
          value={given.runs}
          options={[1, MANY].map((count) => ({ value: count, label: t('times', { count }) }))}
          onChange={(runs) => give({ runs })}
        />
      </div>
      <Button
        block
        type="primary"
        icon={<CaretRightOutlined aria-hidden />}
        loading={trial.isBusy}
        onClick={trial.run}
      >
        {t('run')} <kbd className={styles.key}>Ctrl ↵</kbd>
      </Button>
      {error ? (
        <p role="alert" className={styles.refused}>
          {error.message}
        </p>
      ) : null}
      <div role="status" aria-live="polite">
        {trial.isStale && !error ? <p className={styles.hint}>{t('stale')}</p> : null}
        {tried && !error ? <TryResult tried={tried} /> : null}
      </div>
      {children}
    </section>
  )
}
