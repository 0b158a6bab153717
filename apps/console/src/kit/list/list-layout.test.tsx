import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { signIn, signOut } from '#client/session.ts'
import { resized, type Column } from './column.ts'
import { useListLayout } from './list-layout.ts'

const column = (key: string): Column<object> => ({
  key,
  title: asIs(key),
  width: 100,
  render: () => key,
})
const columns = [column('name'), column('a')]

beforeEach(() => signIn('t', person))
afterEach(() => {
  cleanup()
  signOut()
})

function open() {
  const { result } = renderHook(() => useListLayout('fruit', columns))
  return {
    width: () => result.current.placed[1]?.width,
    resize: (width: number) =>
      act(() => result.current.setColumns(resized(result.current.placed, 'a', width))),
    show: (width?: number) =>
      act(() => result.current.show(width === undefined ? undefined : [{ key: 'a', width }])),
  }
}

test('没有列的视图（默认）不动人自己摆的列', () => {
  const list = open()
  list.resize(180)
  list.show()
  expect(list.width()).toBe(180)
  expect(open().width(), '下次打开').toBe(180)
})

test('视图的列，和在视图里改的，都不算人自己的', () => {
  const list = open()
  list.resize(180)
  list.show(300)
  expect(list.width()).toBe(300)
  list.resize(320)
  expect(list.width()).toBe(320)
  expect(open().width(), '下次打开').toBe(180)
  list.show()
  expect(list.width()).toBe(180)
  list.resize(200)
  expect(open().width(), '回到自己的以后又改').toBe(200)
})
