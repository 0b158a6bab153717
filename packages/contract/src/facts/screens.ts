import type { Permission } from '../kernel/endpoint.ts'

interface Screen {
  path: string
  can: Permission
  /** One record's screen is no entry of the menu: it hangs under the screen that lists such records. */
  under?: string
}

/**
 * The screens of spec §2 that stand, by their name there, and `audit` and `room`, which are our own. The console's router and
 * the server's menu use this list.
 */
export const screens = {
  login: { path: '/login', can: 'public' },
  '403': { path: '/403', can: 'public' },
  account: { path: '/account', can: 'account.look' },
  accountGroup: { path: '/group', can: 'group.look' },
  sociatyAccount: { path: '/sociatyAccount', can: 'org.look' },
  audit: { path: '/account/audit', can: 'audit.look' },
  digitalActor: { path: '/digital/actor', can: 'room.look' },
  room: { path: '/digital/room/:room_code', can: 'room.look', under: 'digitalActor' },
  income: { path: '/income/live', can: 'income.look' },
  backaccount: { path: '/backaccount/list', can: 'commission.look' },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** The screen that it hangs under; itself, where it is an entry of the menu. */
export const menuScreenOf = (name: ScreenName): ScreenName => {
  const screen = screens[name]
  return 'under' in screen ? screen.under : name
}
