import type { KeyboardEvent } from 'react'

/** On every line of a timeline: the arrow keys go from one to the next. */
export const LINE = { 'data-line': '', tabIndex: -1 } as const
/** On what has a reason to tell; its value is the reason. */
export const WHY = 'data-why'

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** In a box of lines, which is one stop of the Tab key: the arrow keys go from line to line, from the newest on. Answers whether. */
export function goByArrows(event: KeyboardEvent<HTMLElement>): boolean {
  const step = STEPS[event.key]
  if (step === undefined) return false
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const at = lines.findLastIndex((line) => line.contains(document.activeElement))
  const next = at < 0 ? lines.at(-1) : lines[at + step]
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

/** Whether somebody reads a line by the keyboard: it must not be carried away. */
export const isLineRead = (): boolean =>
  document.activeElement?.closest('[data-line]')?.matches(':focus-visible') ?? false
