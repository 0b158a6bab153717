import type { Permission } from '../kernel/endpoint.ts'

/** The screens of spec §2 that stand, by their name there. The console's router and the server's menu use this list. */
export const screens = {
  login: { path: '/login', can: 'public' },
  '403': { path: '/403', can: 'public' },
  digitalActor: { path: '/digital/actor', can: 'room.look' },
  income: { path: '/income/live', can: 'income.look' },
} as const satisfies Record<string, { path: string; can: Permission }>

export type ScreenName = keyof typeof screens
