import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { drawnLines, type Offsets, type Sight } from './virtual.ts'

/** Drawn beyond what is in sight, so that a turn of the wheel finds something there. */
const BEYOND_PX = 320
/** What is in sight is noted in steps: between them scrolling draws nothing. */
const STEP_PX = 80
/** Until the first look. */
const AT_FIRST: Sight = { top: 0, bottom: 1_200 }

/** The lines of a list that are to be drawn as it scrolls; `root` begins where its first line does. */
export function useVirtual(
  root: RefObject<HTMLElement | null>,
  offsets: Offsets,
  kept: number | undefined,
): readonly number[] {
  const [sight, setSight] = useState(AT_FIRST)
  useLayoutEffect(() => {
    const { current } = root
    if (!current) return undefined
    const frame = frameOf(current)
    let beyond = 0
    const look = () => {
      const above = frame.getBoundingClientRect().top - current.getBoundingClientRect().top
      const top = inSteps(above - beyond)
      const bottom = inSteps(above + frame.clientHeight + beyond) + STEP_PX
      setSight((old) => (old.top === top && old.bottom === bottom ? old : { top, bottom }))
    }
    look()
    // The first picture does not wait for what lies beyond it.
    const painted = requestAnimationFrame(() => {
      beyond = BEYOND_PX
      look()
    })
    // What lies above the list may change too.
    const sizes = new ResizeObserver(look)
    sizes.observe(frame)
    sizes.observe(current)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(painted)
      sizes.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [root])
  return useMemo(() => drawnLines(offsets, sight, kept), [offsets, sight, kept])
}

const inSteps = (px: number) => Math.floor(px / STEP_PX) * STEP_PX

/** What scrolls around the element. */
function frameOf(element: HTMLElement): HTMLElement {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.documentElement
}
