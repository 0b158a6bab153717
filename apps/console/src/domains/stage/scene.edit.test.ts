import { expect, test } from 'vitest'
import { AssetType } from '@kaibo/contract/facts/enums.ts'
import type { SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import { sceneFaults } from '@kaibo/contract/stage/scene.rules.ts'
import { MAX_LAYERS, type Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { defaultScene } from '@kaibo/scene/default-scene.ts'
import {
  added,
  assetLayer,
  canAdd,
  changed,
  duplicated,
  keeps,
  layerOf,
  plainLayer,
  raised,
  removed,
  withCo,
} from './scene.edit.ts'
import { pulled, linesFor } from './scene.gesture.ts'

const { layers } = defaultScene
const ids = (of: readonly Layer[]) => of.map(({ id }) => id)
const isScene = (of: readonly Layer[]) => expect(sceneFaults({ layers: [...of] })).toEqual({})
const withText = added(layers, plainLayer(layers, 'text', '你好'))
const asset = (type: number): SceneAsset => ({
  asset_id: 'a',
  kind: 'material',
  name: '',
  type,
  expire_at: null,
  expire_status: 0,
  cover: null,
  stage: null,
})

test('what is added lies under the label and makes a scene', () => {
  expect(ids(withText)).toEqual(['background', 'actor', 'subtitle', 'text-1', 'ai_label'])
  isScene(withText)
  const back = added(withText, assetLayer(withText, 'material', asset(AssetType.back)))
  expect(ids(back).slice(0, 2)).toEqual(['background', 'material-1'])
  isScene(back)
  isScene(added(withText, assetLayer(withText, 'material', asset(AssetType.front))))
})

test('the label, the background and the last actor stay', () => {
  for (const id of ['ai_label', 'background', 'actor']) {
    expect(keeps(layers, layerOf(layers, id) as Layer)).toBeDefined()
    expect(removed(layers, id)).toBe(layers)
  }
  expect(ids(removed(withText, 'text-1'))).toEqual(ids(layers))
})

test('a layer is raised as far as it may lie, and no step is one that changes nothing', () => {
  expect(ids(raised(withText, 'text-1', -1))).toEqual([
    'background',
    'actor',
    'text-1',
    'subtitle',
    'ai_label',
  ])
  expect(raised(withText, 'text-1', 1)).toBe(withText)
  expect(raised(withText, 'actor', -1)).toBe(withText)
  expect(raised(withText, 'background', 1)).toBe(withText)
})

test('the label stays in sight, upright and large enough, whatever is done to it', () => {
  const after = changed(layers, 'ai_label', {
    x: -500,
    y: 9_000,
    w: 1,
    h: 1,
    opacity: 0,
    hidden: true,
  })
  isScene(after)
})

test('a copy is another layer beside the first; of what is there once there is none', () => {
  const [copied, id] = duplicated(withText, 'text-1')
  expect(id).toBe('text-2')
  isScene(copied)
  expect(duplicated(layers, 'subtitle')).toEqual([layers, undefined])
})

test('of forty layers no more are added', () => {
  let full: readonly Layer[] = layers
  while (full.length < MAX_LAYERS) full = added(full, plainLayer(full, 'text', '字'))
  expect(canAdd(full, 'text')).toBe(false)
  expect(canAdd(layers, 'game')).toBe(true)
  expect(canAdd(layers, 'subtitle')).toBe(false)
})

const gestureOf = (id: string) => {
  const layer = layerOf(withText, id) as Layer
  return { layer, from: { x: 0, y: 0 }, lines: linesFor(withText, layer) }
}
const free = { shift: false, alt: true }

test('a pull moves by whole pixels, along one axis with Shift', () => {
  const move = { ...gestureOf('text-1'), does: 'move' as const }
  expect(pulled(move, { x: 10.4, y: 3.2 }, 6, free).layer).toMatchObject({ x: 150, y: 903 })
  expect(pulled(move, { x: 10.4, y: 3.2 }, 6, { shift: true, alt: true }).layer).toMatchObject({
    x: 150,
    y: 900,
  })
})

test('the second actor comes into the scene once, and leaves it again', () => {
  const both = withCo(withText, asset(AssetType.front))
  isScene(both)
  expect(both.filter(({ kind }) => kind === 'actor')).toMatchObject([
    { slot: 'main' },
    { slot: 'co', asset_id: 'a' },
  ])
  expect(withCo(both, asset(AssetType.front))).toBe(both)
  expect(ids(withCo(both, undefined))).toEqual(ids(withText))
})

test('a picture keeps its shape, a text does not; with Shift it is the other way round', () => {
  const grip = { sx: 1, sy: 1 } as const
  const shapeOf = (id: string, shift: boolean) => {
    const { layer } = pulled({ ...gestureOf(id), does: grip }, { x: 100, y: 0 }, 6, {
      shift,
      alt: true,
    })
    return layer.w / layer.h
  }
  const [actor, text] = [layerOf(withText, 'actor') as Layer, layerOf(withText, 'text-1') as Layer]
  expect(shapeOf('actor', false)).toBeCloseTo(actor.w / actor.h, 2)
  expect(shapeOf('actor', true)).not.toBeCloseTo(actor.w / actor.h, 2)
  expect(shapeOf('text-1', true)).toBeCloseTo(text.w / text.h, 1)
})

test('the label cannot be pulled out of the canvas or below its size', () => {
  const held = gestureOf('ai_label')
  const out = pulled({ ...held, does: 'move' }, { x: -900, y: 9_000 }, 6, free).layer
  const small = pulled({ ...held, does: { sx: 1, sy: 1 } }, { x: -900, y: -900 }, 6, free).layer
  for (const label of [out, small])
    isScene(layers.map((one) => (one.id === 'ai_label' ? label : one)))
})
