import {
  AI_LABEL_MIN_PX,
  CANVAS,
  type LayerOf,
  type Scene,
} from '@kaibo/contract/stage/scene.schema.ts'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Where it stands where a scene says nothing. */
const USUAL: Box = { x: 36, y: 36, w: 240, h: 84 }
const LETTERS = 4

/** The label's place: whatever the scene says, all of it is seen, upright, and tall enough. */
export function labelBox({ layers }: Scene): Box {
  const layer = layers.find((one): one is LayerOf<'ai_label'> => one.kind === 'ai_label')
  const { x, y, w, h } = layer ?? USUAL
  const tall = Math.min(Math.max(h, AI_LABEL_MIN_PX * 1.4), CANVAS.height)
  const wide = Math.min(Math.max(w, AI_LABEL_MIN_PX * (LETTERS + 0.6)), CANVAS.width)
  return {
    x: Math.min(Math.max(x, 0), CANVAS.width - wide),
    y: Math.min(Math.max(y, 0), CANVAS.height - tall),
    w: wide,
    h: tall,
  }
}
