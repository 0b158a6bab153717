import { Button, Progress, Select } from 'antd'
import { useState } from 'react'
import { TaskStatus } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useAct, useCall } from '#client/query.ts'
import { dateTimeText, timeText } from '#kit/cell/business-time.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { PanelLine } from './panel-line.tsx'
import { ReplayTold } from './replay-told.tsx'
import '../talk-check.i18n.ts'
import own from './check.module.css'
import styles from './try.module.css'

interface ReplayPanelProps {
  row: RuleRow
  keep: () => Promise<RuleRow | undefined>
}

type Tape = DataOf<typeof talkApi.tapes>['list'][number]

/** The draft is played, not a version. */
const DRAFT = 0
const LOOK_MS = 1_000

/** 回放: a run that was, by the rules as they are now, and what would have been said otherwise. */
export function ReplayPanel({ row: { rule_id }, keep }: ReplayPanelProps) {
  const t = useText('talk_check')
  const tapes = useCall(talkApi.tapes, { rule_id })
  const versions = useCall(talkApi.versions, { rule_id })
  const [chosen, setChosen] = useState<string>()
  const [v, setV] = useState(DRAFT)
  const [job_id, setJob] = useState<string>()
  const start = useAct(talkApi.replay, { silent: true, onSuccess: (job) => setJob(job.job_id) })
  const list = tapes.data?.list ?? []
  const run_id = chosen ?? list[0]?.run_id

  async function begin() {
    if (run_id === undefined || (v === DRAFT && !(await keep()))) return
    start.mutate({ rule_id, run_id, ...(v !== DRAFT && { v }) })
  }
  return (
    <section className={styles.panel} aria-label={t('replay_title')}>
      <h2>{t('replay_title')}</h2>
      <p className={styles.hint}>{t('replay_hint')}</p>
      <Panel
        loading={tapes.isPending}
        error={tapes.error}
        filled={tapes.data !== undefined}
        onRetry={() => void tapes.refetch()}
        right={talkApi.tapes.can}
        isEmpty={list.length === 0}
        empty={<p>{t('no_runs')}</p>}
      >
        <PanelLine label={t('run')}>
          {(id) => (
            <Select
              id={id}
              className={styles.grow}
              value={run_id ?? null}
              options={list.map((tape) => ({
                value: tape.run_id,
                label: tapeLabel(tape, t('run_now')),
              }))}
              onChange={(next: string | null) => setChosen(next ?? undefined)}
            />
          )}
        </PanelLine>
        <PanelLine label={t('by')}>
          {(id) => (
            <Select
              id={id}
              className={styles.grow}
              value={v}
              options={[
                { value: DRAFT, label: t('by_draft') },
                ...(versions.data?.list ?? []).map((one) => ({
                  value: one.v,
                  label: [`v${one.v}`, one.note].filter(Boolean).join(' '),
                })),
              ]}
              onChange={(next: number) => setV(next)}
            />
          )}
        </PanelLine>
        <Button block type="primary" loading={start.isPending} onClick={() => void begin()}>
          {t('start')}
        </Button>
      </Panel>
      {start.error ? (
        <p role="alert" className={styles.refused}>
          {start.error.message}
        </p>
      ) : null}
      {job_id === undefined ? null : <Job key={job_id} job_id={job_id} />}
    </section>
  )
}

/** `11-22 20:05–23:10 小鹿` */
const tapeLabel = ({ room_name, started_at, ended_at }: Tape, now: string): string =>
  `${dateTimeText(started_at)}–${ended_at === null ? now : timeText(ended_at)} ${room_name}`

function Job({ job_id }: { job_id: string }) {
  const t = useText('talk_check')
  const [isDone, setDone] = useState(false)
  const query = useCall(talkApi.replayed, { job_id }, isDone ? {} : { refetchMs: LOOK_MS })
  const cancel = useAct(talkApi.cancelReplay)
  const { data } = query
  if (!isDone && data?.status === TaskStatus.done) setDone(true)
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined}
      onRetry={() => void query.refetch()}
      right={talkApi.replayed.can}
    >
      <div role="status" aria-live="polite">
        {data?.fault ? <p className={styles.refused}>{data.fault}</p> : null}
        {data?.result ? <ReplayTold result={data.result} /> : null}
      </div>
      {data && data.status !== TaskStatus.done ? (
        <>
          <p className={styles.hint}>{t(data.status === TaskStatus.wait ? 'waiting' : 'going')}</p>
          <Progress percent={data.pct} aria-label={t('going')} />
          <Button
            className={own.aside}
            size="small"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ job_id })}
          >
            {t('cancel')}
          </Button>
        </>
      ) : null}
    </Panel>
  )
}
