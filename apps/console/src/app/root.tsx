import { lazy, Suspense } from 'react'
import LoginPage from '#domains/auth/pages/login.page.tsx'
import { useSession } from '#client/session.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Splash } from './splash.tsx'

const load = () => import('./console.tsx')
const Console = lazy(async () => ({ default: (await load()).Console }))

/** Without a login there is no console, and nothing of it is loaded before somebody is about to log in. */
export function Root() {
  const { token } = useSession()
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        {token ? <Console key={token} /> : <LoginPage prepare={load} />}
      </Suspense>
    </ErrorBoundary>
  )
}
