import { LOGIN_PATH } from '@kaibo/contract/facts/login-path.ts'

export type Query = Readonly<Record<string, string | undefined>>

/** The URLs that are needed before a login, apart from `paths`: those name every screen. */
export const entryPaths = {
  home: () => '/',
  /** `from`: the page that the login leads back to. */
  login: (from?: string) => withQuery(LOGIN_PATH, { from: from === '/' ? undefined : from }),
}

/** The path with those parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = new URLSearchParams(given).toString()
  return path + (search && `?${search}`)
}
