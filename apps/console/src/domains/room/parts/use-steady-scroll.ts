import { useLayoutEffect, useRef } from 'react'

/** The first line that the reader sees, and how far below the box's top it stands. */
interface Anchor {
  line: HTMLElement
  top: number
}

const topOf = (line: HTMLElement, box: HTMLElement) =>
  line.getBoundingClientRect().top - box.getBoundingClientRect().top

/**
 * Keeps what is read where it is, whatever is added above it, comes late between the lines or is taken away; while the end is
 * followed, the end. `note` belongs on every scroll of the box.
 */
export function useSteadyScroll(isFollowing: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const anchors = useRef<readonly Anchor[]>([])
  const note = () => {
    const element = box.current
    if (!element) return
    const lines = [...element.querySelectorAll('li')]
    // All that follow as well: the first may be gone the next time.
    anchors.current = lines
      .map((line) => ({ line, top: topOf(line, element) }))
      .filter(({ top }) => top >= 0)
  }
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const kept = anchors.current.find(({ line }) => line.isConnected)
    if (isFollowing) element.scrollTo({ top: element.scrollHeight })
    else if (kept)
      element.scrollTo({ top: element.scrollTop + topOf(kept.line, element) - kept.top })
    note()
  })
  return { box, note }
}
