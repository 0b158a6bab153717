import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSteadyScroll } from './use-steady-scroll.ts'

const LINE = 20

// happy-dom lays nothing out: a line stands where its place in the list and the scrolling put it.
HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  const box = this.closest<HTMLElement>('[data-box]')
  const place = [...(box?.querySelectorAll('li') ?? [])].findIndex((line) => line === this)
  return new DOMRect(0, place < 0 ? 0 : place * LINE - (box?.scrollTop ?? 0), 0, 0)
}
afterEach(cleanup)

function Lines({ of }: { of: string }) {
  const { box, note } = useSteadyScroll(false)
  return (
    <div ref={box} data-box onScroll={note}>
      <ul>
        {of.split('').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** The line at the top of the box. */
function readAt(top: number) {
  const box = document.querySelector<HTMLElement>('[data-box]')
  if (!box) throw new Error('there is a box')
  box.scrollTop = top
  fireEvent.scroll(box)
  return () => document.querySelectorAll('li')[box.scrollTop / LINE]?.textContent
}

test('what is added above, comes late between or goes does not move what is read', () => {
  const { rerender } = render(<Lines of="efghij" />)
  const shown = readAt(2 * LINE)
  expect(shown()).toBe('g')
  for (const lines of ['abcdefghij', 'abcdefXghij', 'fghijkl', 'fghijklm']) {
    rerender(<Lines of={lines} />)
    expect(shown()).toBe('g')
  }
  // The line itself goes: the one below it stays where it stood, and another is above it now.
  rerender(<Lines of="fhijklm" />)
  expect(shown()).toBe('f')
})
