import { AI_LABEL_LEAST } from '@kaibo/contract/stage/scene.rules.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { held } from './scene.edit.ts'
import {
  moved,
  resized,
  rotatedTo,
  whole,
  type Box,
  type Grip,
  type Point,
} from './scene.geometry.ts'
import { linesOf, snapped, snappedPull, type Guide } from './scene.snap.ts'

/** What a pointer does with a layer, from when it is pressed until it is let go. */
export interface Gesture {
  layer: Layer
  /** Where it was pressed, on the canvas. */
  from: Point
  /** What is drawn to: of the other layers that show. */
  lines: ReturnType<typeof linesOf>
  does: 'move' | 'rotate' | Grip
}

export interface Pulled {
  layer: Layer
  guides: readonly Guide[]
}

interface Held {
  /** Pictures keep their shape, others do not; with Shift it is the other way round. */
  shift: boolean
  /** Nothing is drawn to lines with Alt. */
  alt: boolean
}

const KEEP_SHAPE: readonly Layer['kind'][] = ['actor', 'sticker', 'material']

export const linesFor = (layers: readonly Layer[], { id }: Layer) =>
  linesOf(layers.filter((layer) => layer.id !== id && !layer.hidden && layer.kind !== 'background'))

/** Where the layer is when the pointer is there. `near`: how close a line is drawn to, on the canvas. */
export function pulled(gesture: Gesture, to: Point, near: number, { shift, alt }: Held): Pulled {
  const { layer, from, lines, does } = gesture
  const by = { x: to.x - from.x, y: to.y - from.y }
  if (does === 'rotate') return done(rotatedTo<Layer>(layer, to, shift), [])
  if (does === 'move') {
    // Along one axis only
    const way = shift ? alongAxis(by) : by
    const at = moved<Layer>(layer, way)
    if (alt) return done(at, [])
    const { box, guides } = snapped(at, lines, near)
    return done(box, guides)
  }
  const keepsShape = KEEP_SHAPE.includes(layer.kind) !== shift
  const pull =
    alt || keepsShape ? { by, guides: [] } : snappedPull(layer, { grip: does, by }, lines, near)
  const least = layer.kind === 'ai_label' ? { least: AI_LABEL_LEAST } : {}
  return done(resized<Layer>(layer, { grip: does, by: pull.by, keepsShape, ...least }), pull.guides)
}

const done = (layer: Layer, guides: readonly Guide[]): Pulled => ({
  layer: held(whole<Layer & Box>(layer)),
  guides,
})

const alongAxis = ({ x, y }: Point): Point =>
  Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y }
