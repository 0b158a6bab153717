import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'

type Query = Readonly<Record<string, string | undefined>>

/** A screen that needs no more than its query. */
type ListName = Exclude<ScreenName, 'login' | '403' | 'room' | 'talkEdit' | 'digitalRule'>

/** Every URL of the console comes from here; a page's own parameters are its query. */
export const paths = {
  ...(Object.fromEntries(
    Object.keys(screens).map((name) => [name, (query?: Query) => to(name as ScreenName, query)]),
  ) as Record<ListName, (query?: Query) => string>),
  home: () => '/',
  /** `from`: the page that the login leads back to. */
  login: (from?: string) => to('login', { from: from === '/' ? undefined : from }),
  /** `need`: the action that is missing. */
  forbidden: (need?: string) => to('403', { need }),
  room: (room_code: string) => to('room').replace(':room_code', encodeURIComponent(room_code)),
  talkRule: (rule_id: string) => to('talkEdit').replace(':rule_id', encodeURIComponent(rule_id)),
  roomRules: (room_code: string) =>
    to('digitalRule').replace(':room_code', encodeURIComponent(room_code)),
}

function to(screen: ScreenName, query: Query = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = new URLSearchParams(given).toString()
  return screens[screen].path + (search && `?${search}`)
}
