import { screens } from '@kaibo/contract/facts/screens.ts'
import { returnPath } from '#domains/auth/auth.return.ts'
import { currentSession, onSession } from '#client/session.ts'
import { paths } from '#kit/address/paths.ts'

/**
 * Redirects by login (spec §6): without one to /login, which remembers the requested page;
 * with one, from /login to that page. Returns the function that stops it.
 */
export function keepAddress(): () => void {
  const forget = onSession(mendAddress)
  // Back and forward may leave the login page.
  addEventListener('popstate', mendAddress)
  mendAddress()
  return () => {
    forget()
    removeEventListener('popstate', mendAddress)
  }
}

function mendAddress(): void {
  const { token, ended } = currentSession()
  const { pathname, search } = location
  const atLogin = pathname === screens.login.path
  if (token && atLogin) goTo(returnPath(search))
  if (!token && !atLogin)
    goTo(paths.login(ended?.comeBack === false ? undefined : pathname + search))
}

const goTo = (path: string) => history.replaceState(null, '', path)
