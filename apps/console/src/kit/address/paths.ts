import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { entryPaths, withQuery, type Query } from './entry-paths.ts'

/** A screen that needs no more than its query. */
type ListName = Exclude<ScreenName, 'login' | '403' | 'room' | 'talkEdit' | 'digitalRule'>

/** Every URL of the console comes from here; a page's own parameters are its query. */
export const paths = {
  ...(Object.fromEntries(
    Object.keys(screens).map((name) => [name, (query?: Query) => to(name as ScreenName, query)]),
  ) as Record<ListName, (query?: Query) => string>),
  ...entryPaths,
  /** `need`: the action that is missing. */
  forbidden: (need?: string) => to('403', { need }),
  room: (room_code: string) => to('room').replace(':room_code', encodeURIComponent(room_code)),
  talkRule: (rule_id: string) => to('talkEdit').replace(':rule_id', encodeURIComponent(rule_id)),
  roomRules: (room_code: string) =>
    to('digitalRule').replace(':room_code', encodeURIComponent(room_code)),
}

const to = (screen: ScreenName, query: Query = {}): string => withQuery(screens[screen].path, query)
