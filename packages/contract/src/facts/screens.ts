import type { Permission } from '../kernel/endpoint.ts'

/** The screens of spec §2 that stand, by their name there, and `audit`, which is our own. The console's router and the server's menu use this list. */
export const screens = {
  login: { path: '/login', can: 'public' },
  '403': { path: '/403', can: 'public' },
  account: { path: '/account', can: 'account.look' },
  accountGroup: { path: '/group', can: 'group.look' },
  sociatyAccount: { path: '/sociatyAccount', can: 'org.look' },
  audit: { path: '/account/audit', can: 'audit.look' },
  digitalActor: { path: '/digital/actor', can: 'room.look' },
  income: { path: '/income/live', can: 'income.look' },
} as const satisfies Record<string, { path: string; can: Permission }>

export type ScreenName = keyof typeof screens
