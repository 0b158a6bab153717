import { AssetType } from '@kaibo/contract/facts/enums.ts'
import type { SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import { AI_LABEL_LEAST, inOrder } from '@kaibo/contract/stage/scene.rules.ts'
import {
  CANVAS,
  MAX_LAYERS,
  MAX_PLACE,
  type ActorSlot,
  type Layer,
  type LayerKind,
  type LayerOf,
} from '@kaibo/contract/stage/scene.schema.ts'
import type { Box } from './scene.geometry.ts'

/* Changes to the layers of a scene: each answers new ones, in which what did not change is the same object. */

type Layers = readonly Layer[]

/** Fields that layers of every kind or of some kinds have. */
export type LayerChange = Partial<
  Box &
    Pick<Layer, 'opacity' | 'locked' | 'hidden'> &
    Omit<LayerOf<'text'>, keyof LayerOf<'game'>> & {
      asset_id: string | null
      slot: ActorSlot
    }
>

export const layerOf = (layers: Layers, id: string | undefined): Layer | undefined =>
  layers.find((layer) => layer.id === id)

/** What of a layer can be moved by hand: the ground fills the canvas. */
export const isFixed = ({ kind, locked }: Layer): boolean => locked || kind === 'background'

export function changed(layers: Layers, id: string, change: LayerChange): Layers {
  return layers.map((layer) => (layer.id === id ? held({ ...layer, ...change } as Layer) : layer))
}

const placed = (value: number) => Math.min(MAX_PLACE, Math.max(-MAX_PLACE, value))
const long = (value: number) => Math.min(MAX_PLACE, Math.max(1, value))

/** Within what a scene allows: the label is seen whole, and nothing is lost outside. */
export function held(layer: Layer): Layer {
  if (layer.kind !== 'ai_label') {
    const [x, y] = [placed(layer.x), placed(layer.y)]
    const [w, h] = [long(layer.w), long(layer.h)]
    const isSame = x === layer.x && y === layer.y && w === layer.w && h === layer.h
    return isSame ? layer : { ...layer, x, y, w, h }
  }
  const w = Math.min(Math.max(layer.w, AI_LABEL_LEAST.w), CANVAS.width)
  const h = Math.min(Math.max(layer.h, AI_LABEL_LEAST.h), CANVAS.height)
  const x = Math.min(Math.max(layer.x, 0), CANVAS.width - w)
  const y = Math.min(Math.max(layer.y, 0), CANVAS.height - h)
  return { ...layer, x, y, w, h, rotate: 0, opacity: 1, hidden: false }
}

/** Why the layer cannot be deleted; nothing where it can. */
export function keeps(
  layers: Layers,
  { kind }: Layer,
): 'label' | 'background' | 'actor' | undefined {
  if (kind === 'ai_label') return 'label'
  if (kind === 'background') return 'background'
  return kind === 'actor' && layers.filter((one) => one.kind === 'actor').length === 1
    ? 'actor'
    : undefined
}

export function removed(layers: Layers, id: string): Layers {
  const layer = layerOf(layers, id)
  return layer && !keeps(layers, layer) ? layers.filter((one) => one.id !== id) : layers
}

/** Towards the viewer by so many places, as far as it may lie there. */
export function raised(layers: Layers, id: string, by: number): Layers {
  const from = layers.findIndex((layer) => layer.id === id)
  const layer = layers[from]
  const to = from + by
  if (!layer || to < 0 || to >= layers.length) return layers
  const next = inOrder(layers.toSpliced(from, 1).toSpliced(to, 0, layer))
  return next.every((one, index) => one === layers[index]) ? layers : next
}

/** Of those there is one at most. */
const SINGLE: readonly LayerKind[] = ['background', 'game', 'subtitle', 'ai_label']

export const canAdd = (layers: Layers, kind: LayerKind): boolean =>
  layers.length < MAX_LAYERS &&
  !(SINGLE.includes(kind) && layers.some((layer) => layer.kind === kind))

export function freeId(layers: Layers, kind: LayerKind): string {
  const taken = new Set(layers.map(({ id }) => id))
  for (let count = 1; ; count++) if (!taken.has(`${kind}-${count}`)) return `${kind}-${count}`
}

/** Under the label, above all others; material on its side of the actors. */
export const added = (layers: Layers, layer: Layer): Layers =>
  inOrder(layers.toSpliced(layers.length - 1, 0, layer))

const COPY_PX = 40

export function duplicated(layers: Layers, id: string): [Layers, string | undefined] {
  const layer = layerOf(layers, id)
  if (!layer || !canAdd(layers, layer.kind)) return [layers, undefined]
  const copy = {
    ...layer,
    id: freeId(layers, layer.kind),
    x: layer.x + COPY_PX,
    y: layer.y + COPY_PX,
    locked: false,
  }
  return [inOrder(layers.toSpliced(layers.indexOf(layer) + 1, 0, copy)), copy.id]
}

const plain = { rotate: 0, opacity: 1, locked: false, hidden: false }
const letters = { colour: '#ffffff', outline: '#17163a', align: 'center' } as const
const middle = (w: number, h: number) => ({
  x: (CANVAS.width - w) / 2,
  y: (CANVAS.height - h) / 2,
  w,
  h,
})

/** A new layer of a kind that needs no asset. */
export function plainLayer(
  layers: Layers,
  kind: 'text' | 'subtitle' | 'game',
  text: string,
): Layer {
  const id = freeId(layers, kind)
  if (kind === 'game') return { kind, id, ...plain, ...middle(900, 900) }
  if (kind === 'subtitle')
    return { kind, id, ...plain, ...letters, x: 60, y: 1_560, w: 960, h: 240, size: 60 }
  return { kind, id, ...plain, ...letters, ...middle(800, 120), size: 72, text }
}

const isCo = (layer: Layer) => layer.kind === 'actor' && layer.slot === 'co'

/** With the second actor in the scene, or without one. */
export function withCo(layers: Layers, asset: SceneAsset | undefined): Layers {
  if (!asset) return layers.filter((layer) => !isCo(layer))
  return layers.some(isCo) || !canAdd(layers, 'actor')
    ? layers
    : added(layers, assetLayer(layers, 'actor', asset))
}

/** A new layer that shows an asset: an actor in the second place, else what lies over or under the actors. */
export function assetLayer(
  layers: Layers,
  kind: 'actor' | 'sticker' | 'material',
  asset: SceneAsset,
): Layer {
  const { asset_id, type } = asset
  const id = freeId(layers, kind)
  if (kind === 'actor')
    return { kind, id, ...plain, x: 540, y: 900, w: 540, h: 720, slot: 'co', asset_id }
  const box = { ...plain, ...middle(360, 360) }
  if (kind === 'sticker') return { kind, id, ...box, asset_id }
  const side = type === AssetType.back ? AssetType.back : AssetType.front
  return { kind, id, ...box, asset_id, type: side }
}
