import type { ComponentType } from 'react'
import { redirect, useRouteError, type RouteObject } from 'react-router'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { ErrorScreen } from './error-screen.tsx'
import { PageProviders } from './page-providers.tsx'
import { pages, type Load } from './pages.ts'
import { paths } from '#kit/address/paths.ts'
import { Shell } from './shell/shell.tsx'

/** Data of a route that the shell reads. */
export interface RouteHandle {
  screen: ScreenName
}

/** Pages whose code is loaded already. */
const loaded = new Map<Load, ComponentType>()

async function load(page: Load): Promise<{ Component: ComponentType }> {
  const { default: Component } = await page()
  loaded.set(page, Component)
  return { Component }
}

/** Loads the page of a path before the router asks for it. */
export async function loadPage(pathname: string): Promise<void> {
  const name = names.find((one) => screens[one].path === pathname)
  if (name) await load(pages[name])
}

const names = Object.keys(pages) as (keyof typeof pages)[]

/** The routes of the console's screens; lazy unless the code is loaded already. */
export const routes = (): RouteObject[] => [
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: RouteError,
    children: [
      {
        Component: PageProviders,
        // Inside the shell, so that the menu stays when a page fails.
        ErrorBoundary: RouteError,
        // Inside the shell: a fallback outside would remount the shell and close what is open in it.
        HydrateFallback: Waiting,
        children: [
          { index: true, ...page(() => import('./pages/home.page.tsx')) },
          ...names.map(route),
          { path: '*', ...page(() => import('./pages/not-found.page.tsx')) },
        ],
      },
    ],
  },
  // A link to the login page from inside the console.
  { path: screens.login.path, loader: () => redirect(paths.home()) },
]

function route(screen: keyof typeof pages): RouteObject {
  const handle: RouteHandle = { screen }
  return { path: screens[screen].path, handle, ...page(pages[screen]) }
}

function page(code: Load): Pick<RouteObject, 'Component' | 'lazy'> {
  const Component = loaded.get(code)
  return Component ? { Component } : { lazy: () => load(code) }
}

/** The frame without content, while the first page's code is loading. */
function Waiting() {
  return <div aria-busy="true" />
}

function RouteError() {
  return <ErrorScreen error={useRouteError()} />
}
