import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { entry, keysAfter } from './storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const list = z.array(z.string())

test('an entry can be written, read and removed', () => {
  const one = entry('one', list)
  expect(one.read()).toBeUndefined()
  expect(one.write(['a'])).toBe(true)
  expect(entry('one', list).read()).toEqual(['a'])
  one.remove()
  expect(one.read()).toBeUndefined()
})

test('an entry expires', () => {
  vi.useFakeTimers()
  const one = entry('one', list)
  one.write(['a'], 5)
  vi.advanceTimersByTime(5 * 60_000 - 1)
  expect(one.read()).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(one.read()).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test.each(['not json', '[]', '{"value":{"a":1},"until":null}', '{"value":["a"]}'])(
  'an entry that holds %s counts as none',
  (text) => {
    localStorage.setItem('kaibo:one', text)
    expect(entry('one', list).read()).toBeUndefined()
  },
)

test('full storage is cleared except for saved entries', () => {
  const room = 300
  vi.stubGlobal('localStorage', new SmallStorage(room))
  const token = entry('token', z.string(), { saved: true })
  entry('draft:', z.string(), { saved: true })
  const draft = entry('draft:u1:/digital/actor:room', z.string())
  token.write('t')
  draft.write('typed')
  entry('old', z.string()).write('x'.repeat(100))
  localStorage.setItem('another-program', 'y'.repeat(20))

  const fresh = entry('fresh', z.string())
  expect(fresh.write('z'.repeat(100))).toBe(true)
  expect(fresh.read()).toHaveLength(100)
  expect(token.read()).toBe('t')
  expect(draft.read()).toBe('typed')
  expect(entry('old', z.string()).read()).toBeUndefined()
  expect(localStorage.getItem('another-program')).toBeNull()
})

test('a value larger than the storage is refused, and saved entries stay', () => {
  vi.stubGlobal('localStorage', new SmallStorage(100))
  const token = entry('token', z.string(), { saved: true })
  token.write('t')
  expect(entry('big', z.string()).write('z'.repeat(500))).toBe(false)
  expect(token.read()).toBe('t')
})

test('a tab’s entry is in sessionStorage only', () => {
  const one = entry('one', list, { ofTab: true })
  one.write(['a'])
  expect(localStorage.length).toBe(0)
  expect(entry('one', list).read()).toBeUndefined()
  expect(entry('one', list, { ofTab: true }).read()).toEqual(['a'])
  one.remove()
  expect(sessionStorage.length).toBe(0)
})

test('entries are found by the prefix of their keys', () => {
  entry('draft:u1:/account:form', list).write(['a'])
  entry('draft:u2:/account:form', list).write(['a'])
  localStorage.setItem('draft:u1:of-another-program', 'x')
  expect(keysAfter('draft:u1:')).toEqual(['/account:form'])
})

test('nothing throws without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  const one = entry('one', list)
  expect(one.write(['a'])).toBe(false)
  expect(one.read()).toBeUndefined()
  expect(keysAfter('')).toEqual([])
})

/** A browser's storage that holds `room` characters. */
class SmallStorage implements Storage {
  readonly #items = new Map<string, string>()
  readonly #room: number;
  [name: string]: unknown

  constructor(room: number) {
    this.#room = room
  }
  get length() {
    return this.#items.size
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null
  getItem = (key: string) => this.#items.get(key) ?? null
  removeItem = (key: string) => void this.#items.delete(key)
  clear = () => this.#items.clear()
  setItem = (key: string, value: string) => {
    const others = [...this.#items].filter(([name]) => name !== key)
    const used = [...others, [key, value]].flat().join('').length
    if (used > this.#room) throw new DOMException('full', 'QuotaExceededError')
    this.#items.set(key, value)
  }
}
