import { LOGIN_PATH } from '@kaibo/contract/facts/login-path.ts'
import { returnPath } from '#domains/auth/auth.return.ts'
import { currentSession, onSession } from '#client/session.ts'
import { entryPaths } from '#kit/address/entry-paths.ts'

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
  const atLogin = pathname === LOGIN_PATH
  if (token && atLogin) goTo(returnPath(search))
  if (!token && !atLogin)
    goTo(entryPaths.login(ended?.comeBack === false ? undefined : pathname + search))
}

const goTo = (path: string) => history.replaceState(null, '', path)
