import { useRef } from 'react'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { TaskLine } from './task-line.tsx'
import { currentTasks, dismissEnded, dismissTask, isEnded, useTasks } from './tasks.ts'
import styles from './tray.module.css'

/** All tasks, the newest first. What has ended stays until it is cleared. */
export function TrayPanel({ id }: { id: string }) {
  const t = useText('progress')
  const tasks = useTasks()
  const panel = useRef<HTMLElement>(null)
  // The button that was pressed is gone, and with it the focus.
  const clear = (act: () => void) => {
    act()
    const next = currentTasks().length > 0 ? panel.current : document.querySelector('main')
    next?.focus()
  }
  return (
    <section ref={panel} id={id} className={styles.panel} aria-label={t('tasks')} tabIndex={-1}>
      <header>
        <h2>{t('tasks')}</h2>
        <Button
          size="small"
          type="text"
          disabled={!tasks.some(isEnded)}
          onClick={() => clear(dismissEnded)}
        >
          {t('clear')}
        </Button>
      </header>
      <ul>
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} onDismiss={() => clear(() => dismissTask(task.id))} />
        ))}
      </ul>
    </section>
  )
}
