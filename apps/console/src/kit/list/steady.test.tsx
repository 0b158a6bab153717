import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changedKeys, useSteady, type Answer } from './steady.ts'

afterEach(cleanup)

type Page = readonly string[]
const same = (a: Page, b: Page) => a.join() === b.join()

function open(first: Partial<Answer<Page>>) {
  const answer = { key: 'p1', page: undefined, at: 0, fetching: true, ...first }
  const hook = renderHook((props: Answer<Page>) => useSteady(props, same), {
    initialProps: answer,
  })
  let last: Answer<Page> = answer
  return {
    now: () => hook.result.current,
    come: (part: Partial<Answer<Page>>) => {
      last = { ...last, ...part }
      hook.rerender(last)
    },
    act: (work: (steady: ReturnType<typeof useSteady<Page>>) => void) =>
      act(() => work(hook.result.current)),
  }
}
const loaded = () => {
  const list = open({})
  list.come({ page: ['a', 'b'], at: 1, fetching: false })
  return list
}

test('第一次的回答马上显示', () => {
  expect(loaded().now()).toMatchObject({ page: ['a', 'b'], waiting: undefined })
})

test('自己来的新数据等着，点了才换', () => {
  const list = loaded()
  list.come({ page: ['c', 'a', 'b'], at: 2 })
  expect(list.now()).toMatchObject({ page: ['a', 'b'], waiting: ['c', 'a', 'b'] })
  list.act((steady) => steady.takeIt())
  expect(list.now()).toMatchObject({ page: ['c', 'a', 'b'], waiting: undefined })
  list.come({ page: ['d'], at: 3 })
  expect(list.now().waiting, '再来的又等着').toEqual(['d'])
})

test('没有哪一行变了，就不必等', () => {
  const list = loaded()
  const again = ['a', 'b']
  list.come({ page: again, at: 2 })
  expect(list.now().page).toBe(again)
})

test('人要的新数据马上显示，只此一次', () => {
  const list = loaded()
  list.act((steady) => steady.ask())
  expect(list.now().page, '要的还没有来').toEqual(['a', 'b'])
  list.come({ page: ['b'], at: 2 })
  expect(list.now().page).toEqual(['b'])
  list.come({ page: ['c'], at: 3 })
  expect(list.now()).toMatchObject({ page: ['b'], waiting: ['c'] })
})

test('翻页：先垫着旧的，来了马上换', () => {
  const list = loaded()
  list.come({ key: 'p2', at: 0, fetching: true })
  expect(list.now().page).toEqual(['a', 'b'])
  list.come({ page: ['c'], at: 2, fetching: false })
  expect(list.now().page).toEqual(['c'])
})

test('翻页没有成功：不拿别的问题的行充数；再要一次，来了就显示', () => {
  const list = loaded()
  list.come({ key: 'p2', at: 0, fetching: true })
  list.come({ page: undefined, fetching: false })
  expect(list.now().page).toBeUndefined()
  list.come({ page: ['a', 'b'], fetching: true })
  list.come({ page: ['c'], at: 3, fetching: false })
  expect(list.now()).toMatchObject({ page: ['c'], of: 'p2' })
})

test('回到看过的一页：旧的先显示，正在取的来了马上换', () => {
  const list = loaded()
  list.come({ key: 'p0', page: ['x'], at: 1, fetching: true })
  expect(list.now().page).toEqual(['x'])
  list.come({ page: ['y'], at: 5, fetching: false })
  expect(list.now().page).toEqual(['y'])
})

const rows = (text: string) => text.split(' ').map((part) => ({ id: part[0], text: part }))

const changed = (before: string, after: string) =>
  changedKeys(rows(before), rows(after), (row) => row.id ?? '').sort()

test('变了的行：新的、没了的、改了的；只换了位置的不算', () => {
  expect(changed('a1 b1 c1', 'c1 b2 d1')).toEqual(['a', 'b', 'd'])
  expect(changed('a1 b1', 'b1 a1')).toEqual([])
})
