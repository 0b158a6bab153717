import { CloseOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import { Status } from '#kit/status/status.tsx'
import { farText, retryText, stateText, taskTones } from './task-words.ts'
import { countsOf, isEnded, retryTask, stopTask, type Item, type Task } from './tasks.ts'
import styles from './tray.module.css'
import textStyles from '#kit/text/text.module.css'

const HUNDRED = 100

interface TaskLineProps {
  task: Task
  onDismiss: () => void
}

/** One task: its progress, its buttons, and its errors. */
export function TaskLine({ task, onDismiss }: TaskLineProps) {
  const t = useText('progress')
  const { id, state, progress, fault } = task
  const name = useSpeak()(task.name)
  const going = !isEnded(task)
  const retry = retryText(task, t)
  const items = progress.kind === 'items' ? progress.items : undefined
  return (
    <li className={styles.task} aria-label={name}>
      <div className={styles.taskHead}>
        <span className={styles.taskName}>{name}</span>
        <Status tone={taskTones[state]}>{stateText(task, t)}</Status>
        {going ? null : (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('dismiss', { name })}
            onClick={onDismiss}
          />
        )}
      </div>
      {items ? <Bar items={items} name={name} /> : null}
      {fault && !items ? null : <p className={textStyles.meta}>{farText(task, t)}</p>}
      {fault ? (
        <p className={styles.fault}>
          <FaultWords error={fault} />
        </p>
      ) : null}
      {items ? <Failures items={items} /> : null}
      {going ? (
        <Button size="small" disabled={state === 'stopping'} onClick={() => stopTask(id)}>
          {t(items ? 'stop' : 'cancel')}
        </Button>
      ) : null}
      {retry ? (
        <Button size="small" onClick={() => retryTask(id)}>
          {retry}
        </Button>
      ) : null}
    </li>
  )
}

function Failures({ items }: { items: readonly Item[] }) {
  const t = useText('progress')
  const failures = items.flatMap(({ key, name, outcome }) =>
    outcome.state === 'failed' ? [{ key, name, error: outcome.error }] : [],
  )
  if (failures.length === 0) return null
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.failures} tabIndex={0} aria-label={t('failures')}>
      {failures.map(({ key, name, error }) => (
        <li key={key}>
          {name}{' '}
          <span className={styles.fault}>
            <FaultWords error={error} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The progress bar; failed items in another colour. */
function Bar({ items, name }: { items: readonly Item[]; name: string }) {
  const { all, done, failed } = countsOf(items)
  const percent = (part: number) => (all === 0 ? 0 : Math.floor((part / all) * HUNDRED))
  return (
    <Progress
      percent={percent(done + failed)}
      success={{ percent: percent(done), strokeColor: 'var(--brand)' }}
      strokeColor="var(--failed)"
      size="small"
      status="normal"
      showInfo={false}
      aria-label={name}
    />
  )
}
