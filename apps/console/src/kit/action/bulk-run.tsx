import { useRef, useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { refresh } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import type { Action } from './action.ts'
import { planOf, runEach, type Outcome } from './bulk.ts'

const tones: Record<Outcome['state'], Tone> = {
  running: 'starting',
  done: 'ok',
  skipped: 'idle',
  failed: 'failed',
}

interface BulkRunProps<Row> {
  action: Action<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  items: (count: number) => string
  /** `all`: nothing is left to do. */
  onClose: (all: boolean) => void
}

/** Says what will be done to whom, does it, and shows how each went; what failed can be tried again. */
export function BulkRun<Row>({ action, rows, keyOf, nameOf, items, onClose }: BulkRunProps<Row>) {
  const t = useText('action')
  // What could be done when it began: the list below must not change under the work.
  const [{ able, refused }] = useState(planOf(useSession(), action, rows))
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const stop = useRef(new AbortController())

  const { bulk } = action
  const outcomeOf = (row: Row) => outcomes.get(keyOf(row))
  const failed = able.filter((row) => outcomeOf(row)?.state === 'failed')
  const left = able.filter((row) => outcomeOf(row)?.state === 'skipped')
  const done = able.filter((row) => outcomeOf(row)?.state === 'done')
  const begun = outcomes.size > 0
  const again = [...failed, ...left]

  const start = async () => {
    if (!bulk) return
    setBusy(true)
    stop.current = new AbortController()
    await runEach(begun ? again : able, bulk.run, tell, stop.current.signal)
    setBusy(false)
    bulk.refreshes.forEach(refresh)
  }
  const tell = (row: Row, outcome: Outcome) =>
    setOutcomes((all) => new Map(all).set(keyOf(row), outcome))
  const textOf = (outcome: Outcome | undefined) => {
    if (!outcome) return t('waiting')
    return outcome.state === 'failed' ? outcome.message : t(outcome.state)
  }
  const counts = { done: done.length, all: able.length, failed: failed.length }

  return (
    <Modal
      open
      title={`${action.label()} ${items(able.length)}`}
      width={WIDTH.modal}
      onCancel={() => (busy ? stop.current.abort() : onClose(done.length === able.length && begun))}
      cancelText={t(busy ? 'stop' : begun ? 'close' : 'cancel')}
      okText={begun ? t('retry') : action.label()}
      okButtonProps={{
        disabled: begun && again.length === 0,
        danger: action.danger ?? false,
      }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void start()}
    >
      {bulk?.hint ? <p className="bulk-hint">{bulk.hint()}</p> : null}
      {[...refused].map(([reason, count]) => (
        <p key={reason} className="bulk-hint">
          {t('refused', { count, act: action.label(), reason })}
        </p>
      ))}
      <p className="bulk-hint" role="status">
        {begun ? t(failed.length > 0 ? 'progress_failed' : 'progress', counts) : null}
      </p>
      {/* It scrolls: a keyboard must be able to get into it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="bulk-list" tabIndex={0} aria-label={items(able.length)}>
        {able.map((row) => {
          const outcome = outcomeOf(row)
          return (
            <li key={keyOf(row)}>
              <span>{nameOf(row)}</span>
              <Status tone={outcome ? tones[outcome.state] : 'idle'}>{textOf(outcome)}</Status>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
