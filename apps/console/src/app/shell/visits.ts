import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { draftPages } from '#client/drafts.ts'
import { currentSession, onSession } from '#client/session.ts'
import { signal } from '#client/signal.ts'
import { entry } from '#client/storage.ts'

/** A page that was visited, as it was left: one for each path. */
const Visit = z.object({
  screen: z.enum(Object.keys(screens) as ScreenName[]),
  path: z.string(),
  search: z.string(),
  /** Of one record's page: what the record is called. */
  title: z.optional(z.string()),
  /** How far down, in pixels. */
  top: z.number(),
})
export type Visit = z.infer<typeof Visit>

const stored = entry('tabs', z.object({ uid: z.string(), tabs: z.array(Visit) }), { ofTab: true })
const changed = signal<void>()
let owner = currentSession().user?.uid
const last = stored.read()
let tabs: readonly Visit[] = last?.uid === owner ? (last?.tabs ?? []) : []

export const currentVisits = (): readonly Visit[] => tabs
export const useVisits = (): readonly Visit[] => useSyncExternalStore(changed.on, currentVisits)

export const addressOf = ({ path, search }: Visit): string => path + search

/** How many tabs are kept. */
const MAX_TABS = 20

/** The paths in the order of their last visit; those of before a reload came first. */
let seen: readonly string[] = tabs.map(({ path }) => path)

/** Opens the page's tab, or brings it to the page's new address. */
export function visit(page: Pick<Visit, 'screen' | 'path' | 'search'>): void {
  const open = tabs.find(({ path }) => path === page.path)
  seen = [...seen.filter((path) => path !== page.path), page.path]
  // Nothing changed: the tabs need not render.
  if (open?.search === page.search) return
  const next = open ? tabs : [...tabs, { ...page, top: 0 }]
  become(withinLimit(next.map((tab) => (tab.path === page.path ? { ...tab, ...page } : tab))))
}

/** Drops the page that was not visited for the longest time, unless it has a draft. */
function withinLimit(next: readonly Visit[]): readonly Visit[] {
  if (next.length <= MAX_TABS) return next
  const drafts = draftPages(owner ?? '')
  const leaves = seen.find(
    (path) => !drafts.includes(path) && next.some((tab) => tab.path === path),
  )
  return next.filter(({ path }) => path !== leaves)
}

/** The stored scroll position, if the page has the same address as when it was left. */
export const leftAt = (path: string, search: string): number =>
  tabs.find((tab) => tab.path === path && tab.search === search)?.top ?? 0

/** Stores the scroll position. Does not notify, as nothing on screen depends on it. */
export function noteTop(path: string, top: number): void {
  tabs = tabs.map((tab) => (tab.path === path ? { ...tab, top } : tab))
}

/** Sets the title of a record's page, once the record is loaded. */
export function titlePage(path: string, title: string): void {
  const tab = tabs.find((one) => one.path === path)
  if (tab && tab.title !== title) become(tabs.map((one) => (one === tab ? { ...one, title } : one)))
}

/** The title of a record's page. */
export const useRecordName = (path: string): string | undefined =>
  useVisits().find((tab) => tab.path === path)?.title

export const closeTabs = (paths: readonly string[]): void =>
  become(tabs.filter(({ path }) => !paths.includes(path)))

function become(next: readonly Visit[]): void {
  tabs = next
  save()
  changed.emit()
}

function save(): void {
  if (owner && tabs.length > 0) stored.write({ uid: owner, tabs: [...tabs] })
  else stored.remove()
}

// Kept through a reload.
addEventListener('pagehide', save)

// Tabs are kept when a login expires, and dropped on logout or another person's login.
onSession(() => {
  const { user, ended } = currentSession()
  // Pages that were opened before the server said whose login this is are that person's.
  const isOther = user !== null && owner !== undefined && user.uid !== owner
  if (user) owner = user.uid
  if (isOther || ended?.comeBack === false) become([])
})
