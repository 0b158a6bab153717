import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { retryText } from '#kit/progress/task-words.ts'
import { isEnded, retryTask, stopTask, type Task } from '#kit/progress/tasks.ts'

interface BulkButtonsProps {
  /** Undefined before it is started. */
  task: Task | undefined
  act: string
  danger: boolean
  onStart: () => void
  onClose: () => void
}

interface Choice {
  text: string
  onClick: () => void
  disabled?: boolean
  danger?: boolean
}

/** The buttons of a bulk run: start, stop, continue in the background, retry what failed. */
export function BulkButtons(props: BulkButtonsProps) {
  const { other, main } = useChoices(props)
  return (
    <>
      {other ? (
        <Button disabled={other.disabled ?? false} onClick={other.onClick}>
          {other.text}
        </Button>
      ) : null}
      <Button type="primary" danger={main.danger ?? false} onClick={main.onClick}>
        {main.text}
      </Button>
    </>
  )
}

/** One button element through all steps, so that it keeps the focus. */
function useChoices(props: BulkButtonsProps): { other?: Choice; main: Choice } {
  const { task, act, danger, onStart, onClose } = props
  const t = useText('action')
  const p = useText('progress')
  const close = { text: t('close'), onClick: onClose }
  if (!task)
    return {
      other: { text: t('cancel'), onClick: onClose },
      main: { text: act, onClick: onStart, danger },
    }
  if (!isEnded(task)) {
    const disabled = task.state === 'stopping'
    return {
      other: { text: p('stop'), onClick: () => stopTask(task.id), disabled },
      main: { text: t('background'), onClick: onClose },
    }
  }
  const text = retryText(task, p)
  if (!text) return { main: close }
  return { other: close, main: { text, onClick: () => retryTask(task.id), danger } }
}
