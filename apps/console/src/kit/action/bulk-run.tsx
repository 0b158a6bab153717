import { useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { useSpeak, useLanguage } from '#client/language.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import { farText, itemTones } from '#kit/progress/task-words.ts'
import { isEnded, startTask, useTask, type Outcome } from '#kit/progress/tasks.ts'
import { Status } from '#kit/status/status.tsx'
import type { Action, Bulk } from './action.ts'
import { BulkButtons } from './bulk-buttons.tsx'
import { bulkJob, planOf } from './bulk.ts'
import textStyles from '#kit/text/text.module.css'
import styles from './action.module.css'

interface BulkRunProps<Row> {
  action: Action<Row>
  bulk: Bulk<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row, lang: Lang) => string
  items: (count: number) => Words
  /** `taken`: all is done, or goes on in the tray. */
  onClose: (taken: boolean) => void
}

/** Says what will be done to whom, begins the task of it, and shows how each went. Closed, the task goes on. */
export function BulkRun<Row>(props: BulkRunProps<Row>) {
  const { action, bulk, rows, keyOf, nameOf, items, onClose } = props
  const t = useText('action')
  const p = useText('progress')
  const session = useSession()
  // What could be done when it was asked for: the list below must not change under the work.
  const [{ able, refused }] = useState(() => planOf(session, action, rows))
  const speak = useSpeak()
  const lang = useLanguage()
  const [of] = useState(() => items(able.length))
  const name = asOne(action.label, of)
  const [job] = useState(() =>
    bulkJob({ name, bulk, rows: able, keyOf, nameOf: (row) => nameOf(row, lang) }),
  )
  const [id, setId] = useState<number>()
  const task = useTask(id)
  const progress = task?.progress ?? job.begin
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
      {/* It scrolls: a keyboard must be able to get into it. */}
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

/** `批量停用 3 个账号` */
const asOne = (act: Words, items: Words): Words =>
  words(`${act.zh} ${items.zh}`, `${act.en} ${items.en}`)
