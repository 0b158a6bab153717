import { lazy, Suspense, useEffect } from 'react'
import { currentSession, onSession } from '#client/session.ts'
import { abandonTasks, useTasks } from '#kit/progress/tasks.ts'
import { useCloseWarning } from '#kit/progress/use-close-warning.ts'

const load = () => import('#kit/progress/tray.tsx')
const Tray = lazy(async () => ({ default: (await load()).Tray }))

/** Loads the tray soon after the first page, so that it is there before the network fails or a new version replaces its file. */
const FETCHED_AFTER_MS = 5_000

/** The tray of tasks, if there are any; loaded when needed. */
export function TaskTray() {
  const isNeeded = useTasks().length > 0
  useCloseWarning()
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), FETCHED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNeeded ? (
    <Suspense>
      <Tray />
    </Suspense>
  ) : null
}

let owner = currentSession().token
onSession(() => {
  const { token } = currentSession()
  if (token !== owner) abandonTasks()
  owner = token
})
