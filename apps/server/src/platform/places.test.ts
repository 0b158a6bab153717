import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('who has the same key has a few places, and all together have so many', () => {
  const places = createPlaces({ each: 2, all: 3 })
  const first = places.take('a')
  expect(places.take('a')).toBeDefined()
  expect(places.take('a')).toBeUndefined()
  expect(places.take('b')).toBeDefined()
  expect(places.isFull()).toBe(true)
  expect(places.take('c'), 'all are taken').toBeUndefined()
  expect(places.take()).toBeUndefined()
  first?.()
  expect(places.take('a')).toBeDefined()
})

test('who leaves twice frees one place', () => {
  const places = createPlaces({ each: 1, all: 2 })
  const leave = places.take('a')
  leave?.()
  leave?.()
  expect(places.take('a')).toBeDefined()
  expect(places.take('b')).toBeDefined()
  expect(places.take('c')).toBeUndefined()
})

test('who has no key is counted with all alone', () => {
  const places = createPlaces({ each: 1, all: 2 })
  expect(places.take()).toBeDefined()
  expect(places.take()).toBeDefined()
  expect(places.take()).toBeUndefined()
})
