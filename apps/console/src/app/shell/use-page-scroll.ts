import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { leftAt, noteTop, visit } from './visits.ts'
import { placeOf } from './menu.ts'
import { useScreen } from './use-place.ts'

/** A page that has not grown back to its length by then will not. */
const GIVE_UP_MS = 10_000
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Keeps the page's tab at the page's address, and comes back to where the page was left. */
export function usePageScroll(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const shown = useScreen()
  const screen = shown && placeOf(shown) ? shown : undefined
  const comeBack = useEffectEvent((element: HTMLElement, path: string) => {
    const top = leftAt(path, search)
    noteTop(path, top)
    return follow(element, path, top)
  })
  // In the layout's time: the scroll event of a page that has just been replaced must find the new one's listener.
  useLayoutEffect(() => {
    return main.current ? comeBack(main.current, pathname) : undefined
  }, [main, pathname])
  useLayoutEffect(() => {
    if (screen) visit({ screen, path: pathname, search })
  }, [screen, pathname, search])
}

/** Scrolls to `top` as soon as the page is long enough, unless the person moves first; then notes where the page is. */
function follow(element: HTMLElement, path: string, top: number): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const note = () => noteTop(path, element.scrollTop)
  const settle = () => {
    growth.disconnect()
    element.addEventListener('scroll', note, { passive: true, signal })
  }
  const go = () => {
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
