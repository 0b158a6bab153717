import { expect, test } from 'vitest'
import { partsOf, shownAt, type PathOf } from './path.ts'

test('a path in its parts, however an index is written', () => {
  expect(partsOf('name')).toEqual(['name'])
  expect(partsOf('segments[2].text')).toEqual(['segments', 2, 'text'])
  expect(partsOf('segments.2.text')).toEqual(['segments', 2, 'text'])
})

test('a fault stands at the field it names, or at the nearest around it that shows', () => {
  const shown = new Set(['name', 'segments', 'segments.2.text'])
  expect(shownAt('segments[2].text', shown)).toBe('segments.2.text')
  expect(shownAt('segments.1.text', shown)).toBe('segments')
  expect(shownAt('hidden', shown)).toBeUndefined()
})

test('the names that a field may have are those of the form', () => {
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
