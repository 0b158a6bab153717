import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSelection } from './selection.ts'

afterEach(cleanup)

const row = (id: string, name = id) => ({ id, name })
const keyOf = ({ id }: { id: string }) => id

test('选择过一页还在；那一行再出现时用它最新的样子', () => {
  const first = [row('a'), row('b')]
  const { result, rerender } = renderHook(({ rows }) => useSelection(keyOf, rows), {
    initialProps: { rows: first },
  })
  act(() => result.current.set(first, true))
  rerender({ rows: [row('c')] })
  act(() => result.current.toggle(row('c')))
  expect(result.current.keys).toEqual(['a', 'b', 'c'])
  rerender({ rows: [row('a', '改了名')] })
  expect(result.current.rows[0]?.name).toBe('改了名')
  act(() => result.current.toggle(row('b')))
  expect(result.current.keys).toEqual(['a', 'c'])
  act(() => result.current.clear())
  expect(result.current.rows).toEqual([])
})
