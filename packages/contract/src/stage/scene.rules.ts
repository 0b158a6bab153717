import { AssetType } from '../facts/enums.ts'
import { labelOf } from '../kernel/enumeration.ts'
import { words, type Words } from '../kernel/words.ts'
import {
  AI_LABEL_MIN_PX,
  CANVAS,
  LayerKind,
  MAX_SCENE_LENGTH,
  type ActorSlot,
  type Layer,
  type Scene,
} from './scene.schema.ts'

/* What makes layers a scene. Editor and server hold them against the same rules. */

/** As small as its letters may be: four of them, with air around. */
export const AI_LABEL_LEAST = {
  w: Math.ceil(AI_LABEL_MIN_PX * 4.6),
  h: Math.ceil(AI_LABEL_MIN_PX * 1.4),
} as const

export const KEEP_LABEL = words('请保留AI标识', 'Keep the AI label')
const TOO_LARGE = words('配置过大', 'The scene is too large')

type Faults = Record<string, Words>

/** Of those there may be one at most. */
const SINGLE = ['background', 'game', 'subtitle', 'ai_label'] as const

/** What is wrong with a scene whose fields are each well formed, by the path of the field. */
export function sceneFaults(scene: Scene): Faults {
  const { layers } = scene
  const faults: Faults = { ...labelFaults(layers), ...orderFaults(layers), ...twice(layers) }
  if (JSON.stringify(scene).length > MAX_SCENE_LENGTH) faults['layers'] = TOO_LARGE
  else if (!layers.some(({ kind }) => kind === 'background'))
    faults['layers'] ??= words('请保留背景', 'Keep the background')
  else if (!layers.some(({ kind }) => kind === 'actor'))
    faults['layers'] ??= words('请至少保留一个形象', 'Keep one actor at least')
  return faults
}

function labelFaults(layers: readonly Layer[]): Faults {
  const index = layers.findIndex(({ kind }) => kind === 'ai_label')
  const label = layers[index]
  if (!label) return { layers: KEEP_LABEL }
  const wrong: (keyof Layer)[] = []
  if (label.hidden) wrong.push('hidden')
  if (label.opacity < 1) wrong.push('opacity')
  if (label.rotate !== 0) wrong.push('rotate')
  if (label.w < AI_LABEL_LEAST.w) wrong.push('w')
  if (label.h < AI_LABEL_LEAST.h) wrong.push('h')
  if (label.x < 0 || label.x + label.w > CANVAS.width) wrong.push('x')
  if (label.y < 0 || label.y + label.h > CANVAS.height) wrong.push('y')
  return Object.fromEntries(wrong.map((name) => [`layers.${index}.${name}`, KEEP_LABEL]))
}

function twice(layers: readonly Layer[]): Faults {
  const faults: Faults = {}
  const ids = new Set<string>()
  const kinds = new Set<Layer['kind']>()
  for (const [index, { id, kind }] of layers.entries()) {
    if (ids.has(id))
      faults[`layers.${index}.id`] = words('图层编号重复了', 'The layer id is there twice')
    if (kinds.has(kind) && SINGLE.some((one) => one === kind))
      faults[`layers.${index}.kind`] = words(
        `${labelOf(LayerKind, kind, 'zh')}只能有一个`,
        `Only one ${labelOf(LayerKind, kind, 'en').toLowerCase()} is possible`,
      )
    ids.add(id)
    kinds.add(kind)
  }
  return faults
}

/** From the ground up: nothing lies below the background or above the label, and material on its side of the actors. */
function rankOf(layer: Layer, layers: readonly Layer[]): number {
  if (layer.kind === 'background') return 0
  if (layer.kind === 'ai_label') return 3
  if (layer.kind !== 'material') return 1
  const actors = layers.flatMap(({ kind }, index) => (kind === 'actor' ? [index] : []))
  const place = layers.indexOf(layer)
  const isBack = layer.type === AssetType.back
  const fits = actors.every((actor) => (isBack ? place < actor : place > actor))
  return fits ? 1 : isBack ? 0.5 : 2
}

function orderFaults(layers: readonly Layer[]): Faults {
  const faults: Faults = {}
  for (const [index, layer] of layers.entries()) {
    const at = `layers.${index}.kind`
    if (layer.kind === 'background' && index > 0)
      faults[at] = words('背景须在最下面', 'The background lies below all')
    else if (layer.kind === 'ai_label' && index < layers.length - 1)
      faults[at] = words('AI标识须在最上面', 'The AI label lies above all')
    else if (layer.kind === 'material' && rankOf(layer, layers) !== 1)
      faults[`layers.${index}.type`] =
        layer.type === AssetType.back
          ? words('背景素材须在形象下面', 'Back material lies below the actors')
          : words('前景素材须在形象上面', 'Front material lies above the actors')
  }
  return faults
}

/** The same layers where they may lie; what is in order stays as it is. */
export function inOrder(layers: readonly Layer[]): readonly Layer[] {
  const ranked = layers.map((layer) => ({ layer, rank: rankOf(layer, layers) }))
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank).map(({ layer }) => layer)
  return sorted.every((layer, index) => layer === layers[index]) ? layers : sorted
}

/** Who stands in which place of a scene. */
export type Cast = { readonly [slot in ActorSlot]?: string | undefined }

/** The scene with these actors in it; a place for which there is nobody keeps whom it has. */
export function withCast(scene: Scene, cast: Cast): Scene {
  const isCast = (layer: Layer) =>
    layer.kind !== 'actor' || layer.asset_id === (cast[layer.slot] ?? layer.asset_id)
  if (scene.layers.every(isCast)) return scene
  const layers = scene.layers.map((layer) =>
    layer.kind === 'actor' ? { ...layer, asset_id: cast[layer.slot] ?? layer.asset_id } : layer,
  )
  return { ...scene, layers }
}

/** Places in which nobody would stand. */
export function castFaults({ layers }: Scene, cast: Cast): Faults {
  const empty = layers.flatMap((layer, index) =>
    layer.kind === 'actor' && cast[layer.slot] === undefined ? [index] : [],
  )
  const who = words(
    '请选择副主播的形象，或删除这个图层',
    'Choose the second actor, or delete this layer',
  )
  return Object.fromEntries(empty.map((index) => [`layers.${index}.slot`, who]))
}

/** The assets that a scene names, each with the path at which it does. */
export function assetsIn({ layers, fallback_asset }: Scene): { path: string; asset_id: string }[] {
  const named = layers.flatMap((layer, index) =>
    'asset_id' in layer && layer.asset_id !== null
      ? [{ path: `layers.${index}.asset_id`, asset_id: layer.asset_id }]
      : [],
  )
  return fallback_asset === undefined
    ? named
    : [...named, { path: 'fallback_asset', asset_id: fallback_asset }]
}
