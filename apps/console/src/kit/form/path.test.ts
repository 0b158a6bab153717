import { expect, test } from 'vitest'
import { partsOf, shownAt, type PathOf } from './path.ts'

test('a path is split the same way for `a[2].b` and `a.2.b`', () => {
  expect(partsOf('name')).toEqual(['name'])
  expect(partsOf('segments[2].text')).toEqual(['segments', 2, 'text'])
  expect(partsOf('segments.2.text')).toEqual(['segments', 2, 'text'])
})

test('an error belongs to the field it names, or to the nearest visible field around it', () => {
  const shown = new Set(['name', 'segments', 'segments.2.text'])
  expect(shownAt('segments[2].text', shown)).toBe('segments.2.text')
  expect(shownAt('segments.1.text', shown)).toBe('segments')
  expect(shownAt('hidden', shown)).toBeUndefined()
})

test('a field name that the form does not have is a type error', () => {
  interface Values {
    name: string
    segments?: { text: string; tags: string[] }[]
  }
  const names: PathOf<Values>[] = ['name', 'segments', 'segments.2', 'segments.2.text']
  const deep: PathOf<Values> = 'segments.0.tags.1'
  // @ts-expect-error -- there is no such field
  const none: PathOf<Values> = 'segments.0.nowhere'
  expect([...names, deep, none]).toHaveLength(6)
})
