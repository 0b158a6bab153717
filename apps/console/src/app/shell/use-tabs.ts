import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { useDraftPages } from '#client/drafts.ts'
import { useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { placeOf } from './menu.ts'
import { rightOf } from './use-place.ts'
import { addressOf, closeTabs, useVisits } from './visits.ts'

/** A visited page as its tab shows it. */
export interface Tab {
  path: string
  /** The page's address when it was left. */
  to: string
  title: string
  isShown: boolean
  hasDraft: boolean
}

/** The tabs of the pages that the person may still open, and how they are closed. */
export function useTabs() {
  const { actions } = useSession()
  const { pathname } = useLocation()
  const language = useLanguage()
  const drafts = useDraftPages()
  const leave = useLeaving()

  const tabs = useVisits()
    .filter(({ screen }) => {
      const right = rightOf(screen)
      return !right || actions?.includes(right)
    })
    .map((visit): Tab => ({
      path: visit.path,
      to: addressOf(visit),
      title: visit.title ?? placeOf(visit.screen)?.screen.called[language] ?? visit.path,
      isShown: visit.path === pathname,
      hasDraft: drafts.includes(visit.path),
    }))

  const closeAll = (closing: readonly Tab[], next: Tab | undefined) => {
    const paths = closing.map(({ path }) => path)
    if (!closing.some(({ isShown }) => isShown)) closeTabs(paths)
    else if (next) leave(next.to, paths)
  }
  return {
    tabs,
    /** The last tab cannot be closed. */
    close: (tab: Tab) => {
      const at = tabs.indexOf(tab)
      closeAll([tab], tabs[at + 1] ?? tabs[at - 1])
    },
    closeOthers: (tab: Tab) =>
      closeAll(
        tabs.filter((other) => other !== tab),
        tab,
      ),
    closeRight: (tab: Tab) => closeAll(tabs.slice(tabs.indexOf(tab) + 1), tab),
  }
}

interface Leaving {
  closes: readonly string[]
}

/** Navigates first and closes the tabs after: if the person stays because of unsaved input, the tab stays too. */
function useLeaving() {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  // Back and forward reach the same history entry again.
  const isFresh = useNavigationType() === NavigationType.Push
  useEffect(() => {
    if (isFresh && isLeaving(state)) closeTabs(state.closes)
  }, [isFresh, state])
  return (to: string, closes: readonly string[]) =>
    void navigate(to, { state: { closes } satisfies Leaving })
}

const isLeaving = (state: unknown): state is Leaving =>
  typeof state === 'object' && state !== null && 'closes' in state
