import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Every URL of the console comes from here; a page's own parameters are its query. */
export const paths = {
  home: () => '/',
  /** `from`: the page that the login leads back to. */
  login: (from?: string) => to('login', { from: from === '/' ? undefined : from }),
  /** `need`: the action that is missing. */
  forbidden: (need?: string) => to('403', { need }),
  account: (query?: Query) => to('account', query),
  accountGroup: (query?: Query) => to('accountGroup', query),
  sociatyAccount: (query?: Query) => to('sociatyAccount', query),
  audit: (query?: Query) => to('audit', query),
  digitalActor: (query?: Query) => to('digitalActor', query),
  room: (room_code: string) => to('room').replace(':room_code', encodeURIComponent(room_code)),
  backaccount: (query?: Query) => to('backaccount', query),
  income: (query?: Query) => to('income', query),
}

function to(screen: ScreenName, query: Query = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = new URLSearchParams(given).toString()
  return screens[screen].path + (search && `?${search}`)
}
