import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { entryPaths, withQuery, type Query } from './entry-paths.ts'

/** A screen that needs no more than its query. */
type ListName = Exclude<
  ScreenName,
  | 'login'
  | '403'
  | 'room'
  | 'digitalEdit'
  | 'digitalPlan'
  | 'talkEdit'
  | 'digitalRule'
  | 'digitalRuleDrive'
  | 'digitalQuestion'
  | 'gameEvent'
  | 'gameConfig'
>

/** Every URL of the console comes from here; a page's own parameters are its query. */
export const paths = {
  ...(Object.fromEntries(
    Object.keys(screens).map((name) => [name, (query?: Query) => to(name as ScreenName, query)]),
  ) as Record<ListName, (query?: Query) => string>),
  ...entryPaths,
  /** `need`: the action that is missing. */
  forbidden: (need?: string) => to('403', { need }),
  room: (room_code: string) => ofRoom('room', room_code),
  talkRule: (rule_id: string, query?: Query) =>
    to('talkEdit', query).replace(':rule_id', encodeURIComponent(rule_id)),
  roomScene: (room_code: string) => ofRoom('digitalEdit', room_code),
  roomPlan: (room_code: string) => ofRoom('digitalPlan', room_code),
  roomRules: (room_code: string) => ofRoom('digitalRule', room_code),
  roomDrive: (room_code: string) => ofRoom('digitalRuleDrive', room_code),
  gameEvents: (game_id: string, query?: Query) => ofGame('gameEvent', game_id, query),
  gameDrive: (game_id: string) => ofGame('gameConfig', game_id),
  roomQuestions: (room_code: string) => ofRoom('digitalQuestion', room_code),
}

const to = (screen: ScreenName, query: Query = {}): string => withQuery(screens[screen].path, query)

const ofGame = (screen: ScreenName, game_id: string, query?: Query): string =>
  to(screen, query).replace(':game_id', encodeURIComponent(game_id))

const ofRoom = (screen: ScreenName, room_code: string): string =>
  to(screen).replace(':room_code', encodeURIComponent(room_code))
