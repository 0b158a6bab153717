import { expect, test } from 'vitest'
import { defaultScene } from './default-scene.ts'
import { LayerChanges } from './layer-changes.ts'

const shownOf = (changes: LayerChanges, now: number) =>
  changes.of(defaultScene, now).layers.flatMap(({ id, hidden }) => (hidden ? [] : [id]))

const ALL = ['background', 'actor', 'subtitle', 'ai_label']

test('for a time only, and then as the scene says', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: ['actor'], ms: 1_000 }, 0)
  expect(shownOf(changes, 999)).toEqual(['background', 'subtitle', 'ai_label'])
  expect(shownOf(changes, 1_000)).toEqual(ALL)
})

test('for good, until it is said otherwise', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: ['actor', 'subtitle'], ms: 0 }, 0)
  expect(shownOf(changes, 1e9)).toEqual(['background', 'ai_label'])
  changes.add({ show: ['actor'], hide: [], ms: 0 }, 1e9)
  expect(shownOf(changes, 2e9)).toEqual(['background', 'actor', 'ai_label'])
})

test('a short change lies over one for good', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: ['actor'], ms: 0 }, 0)
  changes.add({ show: ['actor'], hide: [], ms: 500 }, 100)
  expect(shownOf(changes, 200)).toContain('actor')
  expect(shownOf(changes, 600)).not.toContain('actor')
})

test('what is left is told to a page that comes later', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: ['actor'], ms: 0 }, 0)
  changes.add({ show: [], hide: ['subtitle'], ms: 1_000 }, 0)
  const later = new LayerChanges()
  for (const change of changes.left(400)) later.add(change, 5_000)
  expect(shownOf(later, 5_599)).toEqual(['background', 'ai_label'])
  expect(shownOf(later, 5_600)).toEqual(['background', 'subtitle', 'ai_label'])
  changes.clear()
  expect(changes.left(500)).toEqual([])
})

test('a scene without changes is itself', () => {
  expect(new LayerChanges().of(defaultScene, 0)).toBe(defaultScene)
})
