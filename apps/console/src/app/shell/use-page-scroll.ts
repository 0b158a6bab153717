import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { leftAt, noteTop, visit } from './visits.ts'
import { placeOf } from './menu.ts'
import { useScreen } from './use-place.ts'

/** How long to wait for a page to become as long as it was. */
const GIVE_UP_MS = 10_000
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Updates the tab's address and restores the page's scroll position. */
export function usePageScroll(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const shown = useScreen()
  const screen = shown && placeOf(shown) ? shown : undefined
  const isFirst = useRef(true)
  const comeBack = useEffectEvent((element: HTMLElement, path: string) => {
    const top = leftAt(path, search)
    noteTop(path, top)
    // The first page begins at its top. Scrolling there would make the browser lay out what has just been rendered.
    const isThere = isFirst.current && top === 0
    isFirst.current = false
    return follow(element, path, isThere ? undefined : top)
  })
  // A layout effect: a scroll event caused by replacing the page must reach the new page's listener.
  useLayoutEffect(() => {
    return main.current ? comeBack(main.current, pathname) : undefined
  }, [main, pathname])
  useLayoutEffect(() => {
    if (screen) visit({ screen, path: pathname, search })
  }, [screen, pathname, search])
}

/** Scrolls to `top`, if it is given, once the page is long enough, unless the person scrolls first; then follows the scroll position. */
function follow(element: HTMLElement, path: string, top: number | undefined): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const note = () => noteTop(path, element.scrollTop)
  const settle = () => {
    growth.disconnect()
    element.addEventListener('scroll', note, { passive: true, signal })
  }
  const go = () => {
    if (top === undefined) return settle()
    element.scrollTo({ top })
    if (element.scrollTop >= top - 1) settle()
  }
  const growth = new MutationObserver(go)
  growth.observe(element, { childList: true, subtree: true })
  const timer = setTimeout(settle, GIVE_UP_MS)
  for (const hand of BY_HAND) element.addEventListener(hand, settle, { passive: true, signal })
  go()
  return () => {
    leaving.abort()
    growth.disconnect()
    clearTimeout(timer)
  }
}
