import { LOGIN_PATH } from '@kaibo/contract/facts/login-path.ts'

const HOME = '/'

/** Where a login leads: the page that asked for it, which must be one of ours. */
export function returnPath(search: string, origin: string = location.origin): string {
  const from = new URLSearchParams(search).get('from')
  if (!from?.startsWith('/')) return HOME
  // The browser's own reading decides: `//host` and `/\host` are other hosts, not paths.
  const url = new URL(from, origin)
  if (url.origin !== origin || url.pathname === LOGIN_PATH) return HOME
  // `/.//host` is a path here, and reads `//host` once it is written out: another host.
  if (url.pathname.startsWith('//')) return HOME
  return url.pathname + url.search + url.hash
}
