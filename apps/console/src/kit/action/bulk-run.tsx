import { useEffect, useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { useSpeak, useLanguage } from '#client/language.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import { farText, itemTones } from '#kit/progress/task-words.ts'
import { isEnded, startTask, useTask, type Outcome } from '#kit/progress/tasks.ts'
import { Status } from '#kit/status/status.tsx'
import type { Action, Bulk } from './action.ts'
import { BulkButtons } from './bulk-buttons.tsx'
import { actOn, bulkJob, planOf } from './bulk.ts'
import { holdOffers } from './undo.ts'
import textStyles from '#kit/text/text.module.css'
import styles from './action.module.css'

interface BulkRunProps<Row> {
  action: Action<Row>
  bulk: Bulk<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row, lang: Lang) => string
  items: (count: number) => Words
  /** `taken`: all is done, or the task continues in the tray. */
  onClose: (taken: boolean) => void
}

/** Lists the rows that an act applies to, runs it as a task and shows each row's outcome. The task continues if this is closed. */
export function BulkRun<Row>(props: BulkRunProps<Row>) {
  const { action, bulk, rows, keyOf, nameOf, items, onClose } = props
  const t = useText('action')
  const p = useText('progress')
  const session = useSession()
  // Fixed when the dialog opens: the list must not change while the task works through it.
  const [{ able, refused }] = useState(() => planOf(session, action, rows))
  const speak = useSpeak()
  const lang = useLanguage()
  const [of] = useState(() => items(able.length))
  const name = actOn(action.label, of)
  const [job] = useState(() =>
    bulkJob({ name, bulk, rows: able, keyOf, nameOf: (row) => nameOf(row, lang) }),
  )
  const [id, setId] = useState<number>()
  const task = useTask(id)
  const progress = task?.progress ?? job.begin
  // Who reads how each went has the time to.
  useEffect(holdOffers, [])
  const close = () => onClose(task !== undefined && (!isEnded(task) || task.state === 'done'))
  const wordOf = (outcome: Outcome) =>
    outcome.state === 'failed' ? <FaultWords error={outcome.error} /> : t(outcome.state)

  return (
    <Modal
      open
      title={speak(name)}
      width={WIDTH.modal}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <BulkButtons
          task={task}
          act={speak(action.label)}
          danger={action.danger ?? false}
          onStart={() => setId(startTask(job))}
          onClose={close}
        />
      }
    >
      {bulk.hint ? <p className={textStyles.hint}>{speak(bulk.hint)}</p> : null}
      {refused.map(({ reason, count }) => (
        <p key={reason.zh} className={textStyles.hint}>
          {t('refused', { count, act: speak(action.label), reason: speak(reason) })}
        </p>
      ))}
      <p className={textStyles.hint} role="status">
        {task ? farText(task, p) : null}
      </p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.bulkList} tabIndex={0} aria-label={speak(of)}>
        {progress.kind === 'items' &&
          progress.items.map(({ key, name, outcome }) => (
            <li key={key}>
              <span>{name}</span>
              <Status tone={itemTones[outcome.state]}>{wordOf(outcome)}</Status>
            </li>
          ))}
      </ul>
    </Modal>
  )
}
