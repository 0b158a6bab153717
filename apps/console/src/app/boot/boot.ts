import { LOGIN_PATH } from '@kaibo/contract/facts/login-path.ts'
import { returnPath } from '#domains/auth/auth.return.ts'
import { askEarly, headersOf } from '#client/early.ts'
import type { BootCall, BootFacts, BootFiles } from './boot.facts.ts'
import { holdLogin } from './early-login.ts'

/**
 * Runs first, as a script of its own in the document's head: if somebody is logged in, everything that their screen
 * needs is requested at once, instead of step by step as each chunk loads the next.
 */
export function boot(facts: BootFacts): void {
  const token = stored(() => localStorage, 'token')
  if (typeof token !== 'string' || token === '') return holdLogin()
  // Hides the login form in the document (login.module.css).
  document.documentElement.dataset['known'] = ''
  const { pathname, search } = addressed()
  const screen = facts.screens[pathname]
  const asker = {
    token,
    language: stored(() => localStorage, 'language') === 'en' ? 'en' : 'zh',
    viewAs: textOf(
      stored(() => sessionStorage, 'view-as'),
      'id',
    ),
  }
  // Calls before code: small answers, but with the longest latency.
  for (const call of facts.calls) ask(call, search, asker)
  if (screen?.list) ask(screen.list, search || openingOf(screen.list), asker)
  // First, so that all other style sheets override it.
  document.head.prepend(made({ rel: 'stylesheet', href: facts.ground }))
  load(facts.always)
  if (screen) load(screen)
}

/** With a login, /login redirects to the page that was asked for (app/address.ts). */
function addressed(): { pathname: string; search: string } {
  if (location.pathname !== LOGIN_PATH) return location
  return new URL(returnPath(location.search), location.origin)
}

/** The query by which a list opens that is opened without one, as it was at the last visit: the page decides (kit/list/list-opening.ts). */
function openingOf({ list }: BootCall): string {
  const isBack = valueOf(history.state, 'key') !== undefined
  const openings = valueOf(
    stored(() => localStorage, 'info'),
    'openings',
  )
  if (isBack || !Array.isArray(openings)) return ''
  const own: unknown = openings.find((one) => valueOf(one, 'list') === list)
  return textOf(valueOf(own, 'state'), 'search') ?? ''
}

interface Asker {
  token: string
  language: string
  viewAs: string | undefined
}

function ask({ method, path, given, takes }: BootCall, search: string, asker: Asker): void {
  const query = new URLSearchParams(given.map(([name, value]) => [name, value]))
  for (const [name, value] of new URLSearchParams(search))
    if (takes.includes(name) && value !== '') query.set(name, value)
  const url = new URL(path, location.origin)
  if (method === 'GET') url.search = `${query}`
  const body = method === 'GET' ? undefined : '{}'
  askEarly({ method, url, headers: headersOf({ ...asker, hasBody: body !== undefined }), body })
}

function load({ scripts, sheets }: BootFiles): void {
  document.head.append(...scripts.map((href) => made({ rel: 'modulepreload', href })))
  // After the document's own style sheets, which come below this script.
  const addSheets = () =>
    document.head.append(...sheets.map((href) => made({ rel: 'stylesheet', href })))
  document.addEventListener('readystatechange', addSheets, { once: true })
}

/** A link that fails is removed: the code that needs the file loads it again and shows an error then. */
function made(how: { rel: string; href: string }): HTMLLinkElement {
  const element = Object.assign(document.createElement('link'), how, { crossOrigin: '' })
  element.addEventListener('error', () => element.remove())
  return element
}

/** An entry as client/storage.ts stores it; undefined if there is none or it has expired. */
function stored(area: () => Storage, name: string): unknown {
  try {
    const entry: unknown = JSON.parse(area().getItem(`kaibo:${name}`) ?? 'null')
    if (typeof entry !== 'object' || entry === null || !('value' in entry)) return undefined
    const isLate = 'until' in entry && typeof entry.until === 'number' && entry.until <= Date.now()
    return isLate ? undefined : entry.value
  } catch {
    return undefined
  }
}

function textOf(thing: unknown, name: string): string | undefined {
  const value = valueOf(thing, name)
  return typeof value === 'string' ? value : undefined
}

const valueOf = (thing: unknown, name: string): unknown =>
  typeof thing === 'object' && thing !== null ? (thing as Record<string, unknown>)[name] : undefined
