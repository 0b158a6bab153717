import { useLayoutEffect, type RefObject } from 'react'

/**
 * Says on a frame that scrolls sideways whether something lies beyond its `start` or `end`, as `data-cut-start` and
 * `data-cut-end`: pinned cells then cast a shadow. Set directly on the element: rendering on every scroll event would be slow.
 */
export function useCutSides(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return undefined
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current
      current.toggleAttribute('data-cut-start', scrollLeft > 0)
      // The browser rounds each width, so they may differ by 1.
      current.toggleAttribute('data-cut-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    for (const child of current.children) sizes.observe(child)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [frame])
}
