import { lazy, Suspense, useEffect } from 'react'
import { currentSession, onSession } from '#client/session.ts'
import { abandonTasks, useTasks } from '#kit/progress/tasks.ts'
import { useCloseWarning } from '#kit/progress/use-close-warning.ts'

const load = () => import('#kit/progress/tray.tsx')
const Tray = lazy(async () => ({ default: (await load()).Tray }))

/** After the first page stands, and before the network is gone or a new version has taken its place. */
const FETCHED_AFTER_MS = 5_000

/** The tray of tasks, where there are any; a chunk of its own. */
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
