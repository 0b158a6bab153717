import { screens } from '@kaibo/contract/facts/screens.ts'
import { returnPath } from '#domains/auth/auth.return.ts'
import { currentSession, onSession } from '#client/session.ts'
import { paths } from '#kit/address/paths.ts'

/**
 * Keeps the address true to the login (spec §6): without one it is /login, which remembers the page that was asked for;
 * with one, /login gives way to that page. Answers the function that ends it.
 */
export function keepAddress(): () => void {
  const forget = onSession(mendAddress)
  // Back and forward may lead out of the login page.
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
