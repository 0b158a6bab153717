import type { Permission } from '../kernel/endpoint.ts'
import type { Area } from './area.ts'
import { areas } from './areas.ts'
import { LOGIN_PATH } from './login-path.ts'

type NamesOf<A> = A extends { screens: infer Screens } ? keyof Screens & string : never

/** The screens of spec §2 that exist, by their name there, and our own. */
export type ScreenName = 'login' | '403' | NamesOf<(typeof areas)[number]>

interface Screen {
  path: string
  can: Permission
  under?: ScreenName
}

/** The console's router and the server's menu use this list. */
export const screens = Object.fromEntries([
  ['login', { path: LOGIN_PATH, can: 'public' }],
  ['403', { path: '/403', can: 'public' }],
  ...areas.flatMap(({ name, screens: own = {} }: Area) =>
    Object.entries(own).map(([screen, { path, under }]) => [
      screen,
      { path, can: `${name}.look`, ...(under === undefined ? {} : { under }) },
    ]),
  ),
]) as Readonly<Record<ScreenName, Screen>>

/** The screen whose menu entry leads to this one: the screen it is `under`, or itself. */
export const menuScreenOf = (name: ScreenName): ScreenName => screens[name].under ?? name
