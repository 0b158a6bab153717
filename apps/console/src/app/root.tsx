import { lazy, Suspense, useState, type ComponentType } from 'react'
import LoginPage from '#domains/auth/pages/login.page.tsx'
import { earlyAnswered } from '#client/early.ts'
import { useSession } from '#client/session.ts'
import { releaseLogin } from './boot/early-login.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Splash } from './splash.tsx'
import { styleSheets } from './style-sheets.ts'

let here: ComponentType | undefined

/** How long the first rendering waits for answers when the code is there: rendering twice takes longer. */
const PATIENCE_MS = 150

/** Loads the console with the page that shows first. */
export async function loadConsole(): Promise<void> {
  const [{ Console, loadPage, takeRights }] = await Promise.all([
    import('./console.tsx'),
    styleSheets(),
  ])
  // An error of loading the page is shown by the router.
  await loadPage(location.pathname).catch(() => undefined)
  await Promise.race([earlyAnswered(), new Promise((done) => setTimeout(done, PATIENCE_MS))])
  takeRights()
  here = Console
}

const Later = lazy(async () => {
  const { Console } = await import('./console.tsx')
  await styleSheets()
  return { default: Console }
})

/** Without a login only the login page is loaded; the console's code follows while somebody types. */
export function Root() {
  const { token } = useSession()
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        {token ? <Start key={token} /> : <LoginPage prepare={loadConsole} onReady={releaseLogin} />}
      </Suspense>
    </ErrorBoundary>
  )
}

/** If the console's code is loaded already, it is shown without the splash. */
function Start() {
  const [Console] = useState(() => here ?? Later)
  return <Console />
}
