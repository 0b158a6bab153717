import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHeldOrder } from './use-held-order.ts'

afterEach(cleanup)

const keyOf = (row: string) => row.slice(0, 1)

function Wall({ rows, of = '' }: { rows: readonly string[]; of?: string }) {
  const held = useHeldOrder(rows, keyOf, of, 200)
  return (
    <ul {...held.pointed}>
      {held.rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )
}

const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent)
const list = () => screen.getByRole('list')

test('rows keep their places while the pointer is over them and are sorted when it leaves', () => {
  const { rerender } = render(<Wall rows={['a', 'b', 'c']} />)
  fireEvent.pointerMove(list())
  rerender(<Wall rows={['d', 'c2', 'a']} />)
  expect(shown()).toEqual(['a', 'c2', 'd'])
  fireEvent.pointerLeave(list())
  expect(shown()).toEqual(['d', 'c2', 'a'])
})

test('another query is shown in its own order at once', () => {
  const { rerender } = render(<Wall rows={['a', 'b']} />)
  fireEvent.pointerMove(list())
  rerender(<Wall rows={['b', 'a']} of="filtered" />)
  expect(shown()).toEqual(['b', 'a'])
})

test('a pointer that does not move stops holding the rows after a while', async () => {
  const { rerender } = render(<Wall rows={['a', 'b']} />)
  fireEvent.pointerMove(list())
  rerender(<Wall rows={['b', 'a']} />)
  expect(shown()).toEqual(['a', 'b'])
  await act(async () => new Promise((done) => setTimeout(done, 300)))
  expect(shown()).toEqual(['b', 'a'])
})
