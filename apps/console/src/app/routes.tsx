import type { ComponentType } from 'react'
import { redirect, useRouteError, type RouteObject } from 'react-router'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { ErrorScreen } from './error-screen.tsx'
import { PageGround } from './page-ground.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

type Load = () => Promise<{ default: ComponentType }>

/** What the shell reads of the route that shows. */
export interface RouteHandle {
  screen: ScreenName
}

/** The page of each screen of the contract, a chunk each; a screen without its page does not type-check. */
const pages: Record<Exclude<ScreenName, 'login'>, Load> = {
  403: () => import('./pages/forbidden.page.tsx'),
  account: () => import('#domains/account/pages/account.page.tsx'),
  accountGroup: () => import('#domains/group/pages/group.page.tsx'),
  sociatyAccount: () => import('#domains/org/pages/sociaty-account.page.tsx'),
  audit: () => import('#domains/audit/pages/audit.page.tsx'),
  digitalActor: () => import('#domains/room/pages/digital-actor.page.tsx'),
  room: () => import('#domains/room/pages/room.page.tsx'),
  income: () => import('#domains/income/pages/income-live.page.tsx'),
}

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: RouteError,
    children: [
      {
        Component: PageGround,
        // Inside the shell, so that the menu stands while a page fails.
        ErrorBoundary: RouteError,
        // Here and not beside the shell: a fallback of its own would be another shell, and what is open in it lost.
        HydrateFallback: Waiting,
        children: [
          { index: true, lazy: page(() => import('./pages/home.page.tsx')) },
          ...Object.entries(pages).map(([name, load]) => route(name as keyof typeof pages, load)),
          { path: '*', lazy: page(() => import('./pages/not-found.page.tsx')) },
        ],
      },
    ],
  },
  // A link to the login page from inside the console.
  { path: screens.login.path, loader: () => redirect(paths.home()) },
]

function route(screen: ScreenName, load: Load): RouteObject {
  const handle: RouteHandle = { screen }
  return { path: screens[screen].path, handle, lazy: page(load) }
}

function page(load: Load) {
  return async () => ({ Component: (await load()).default })
}

/** While the first page's code is on its way the frame stands, empty. */
function Waiting() {
  return <div aria-busy="true" />
}

function RouteError() {
  return <ErrorScreen error={useRouteError()} />
}
