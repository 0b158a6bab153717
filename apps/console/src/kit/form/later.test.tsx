import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLater } from './later.ts'

afterEach(cleanup)

const done: string[] = []
function given() {
  done.length = 0
  return renderHook(() => useLater(60))
}
const say = (what: string) => () => void done.push(what)
const wait = () => new Promise((end) => setTimeout(end, 150))

test('of several calls in quick succession only the last runs, after a pause', async () => {
  const { result } = given()
  for (const letter of 'abc') result.current.later(say(letter))
  expect(done).toEqual([])
  await wait()
  expect(done).toEqual(['c'])
})

test('waiting work runs once when the page is left', async () => {
  const { result, unmount } = given()
  result.current.later(say('typed'))
  dispatchEvent(new Event('pagehide'))
  expect(done).toEqual(['typed'])
  result.current.later(say('more'))
  unmount()
  expect(done).toEqual(['typed', 'more'])
  await wait()
  expect(done).toHaveLength(2)
})

test('cancelled work never runs', async () => {
  const { result, unmount } = given()
  result.current.later(say('typed'))
  result.current.never()
  await wait()
  unmount()
  expect(done).toEqual([])
})
