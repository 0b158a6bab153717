import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { Status } from '#kit/status/status.tsx'
import { farText, stateText, taskTones } from './task-words.ts'
import { isEnded, onTaskEnd, openTray, useTasks, useTrayOpen, type Task } from './tasks.ts'
import { TrayPanel } from './tray-panel.tsx'
import styles from './tray.module.css'
import textStyles from '#kit/text/text.module.css'

/** The tasks of this person in the header, wherever they were begun: a count, and the list that it opens. */
export function Tray() {
  const t = useText('progress')
  const tasks = useTasks()
  const open = useTrayOpen()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const going = tasks.filter((task) => !isEnded(task)).length
  const failed = tasks.filter(({ state }) => state === 'failed').length
  const worst = going > 0 ? 'running' : failed > 0 ? 'failed' : 'done'
  const count = going || failed || tasks.length

  useEffect(() => {
    if (!open) return undefined
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) openTray(false)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      openTray(false)
      if (root.current?.contains(document.activeElement)) button.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div ref={root}>
      <Button
        ref={button}
        type="text"
        aria-label={t(`tasks_${worst}`, { count })}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => openTray(!open)}
      >
        <Status tone={taskTones[worst]}>
          <span className={styles.buttonText}>{t('tasks')}</span> {count}
        </Status>
      </Button>
      {open ? <TrayPanel id={panel} /> : null}
      <Announcement />
    </div>
  )
}

/** Says what has ended to whoever does not see the tray, the same words twice as well. */
function Announcement() {
  const speak = useSpeak()
  const t = useText('progress')
  const [last, setLast] = useState<{ task: Task; nth: number }>()
  useEffect(
    () => onTaskEnd((task) => setLast((before) => ({ task, nth: (before?.nth ?? 0) + 1 }))),
    [],
  )
  return (
    <p className={textStyles.hidden} aria-live="polite">
      {last ? (
        <span key={last.nth}>
          {speak(last.task.name)} · {stateText(last.task, t)} ·{' '}
          {last.task.fault?.message ?? farText(last.task, t)}
        </span>
      ) : null}
    </p>
  )
}
