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

const placeAt = (changes: LayerChanges, now: number) => {
  const { x, y } = changes.of(defaultScene, now).layers.find(({ id }) => id === 'actor') ?? {}
  return [x, y]
}
const move = [{ layer: 'actor', x: 215, y: 160 }]

test('a layer moves there within a moment, and back when its time is over', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: [], move, ms: 1_000 }, 0)
  expect([0, 200, 400, 999].map((now) => placeAt(changes, now))).toEqual([
    [15, 560],
    [115, 360],
    [215, 160],
    [215, 160],
  ])
  expect([1_200, 1_400].map((now) => placeAt(changes, now))).toEqual([
    [115, 360],
    [15, 560],
  ])
  expect(changes.of(defaultScene, 1_400)).toBe(defaultScene)
})

test('it goes on from where it was moved to, and a page that comes later is told where it is', () => {
  const changes = new LayerChanges()
  changes.add({ show: [], hide: [], move, ms: 0 }, 0)
  changes.add({ show: [], hide: [], move: [{ layer: 'actor', x: 415, y: 160 }], ms: 0 }, 1_000)
  expect(placeAt(changes, 1_200)).toEqual([315, 160])
  const later = new LayerChanges()
  for (const change of changes.left(2_000)) later.add(change, 0)
  expect(placeAt(later, 400)).toEqual([415, 160])
})

test('the AI label stays where it is, and layers that do not move are the same objects', () => {
  const changes = new LayerChanges()
  const all = [...move, { layer: 'ai_label', x: 2_000, y: 0 }]
  changes.add({ show: [], hide: ['subtitle'], move: all, ms: 0 }, 0)
  const [one, other] = [100, 200].map((now) => changes.of(defaultScene, now).layers)
  const same = one?.map((layer, index) => layer === other?.[index])
  expect(same).toEqual([true, false, true, true])
  expect(other?.at(-1)).toBe(defaultScene.layers.at(-1))
  expect(changes.of(defaultScene, 500)).toBe(changes.of(defaultScene, 600))
})
