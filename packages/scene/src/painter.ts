import { CANVAS, type Layer, type Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { paintLayer, paintOver, type Instant, type Pictured } from './paint.ts'

/** What is painted, and how. */
export interface Painting {
  scene: Scene
  pictures: ReadonlyMap<string, Pictured>
  /** The canvas is so many times as large as `CANVAS`. */
  scale?: number
}

/** Layers that lie on each other; of those that stand still, the sheet that they are painted on. */
interface Run {
  layers: readonly Layer[]
  shown: readonly (Pictured | undefined)[]
  sheet: HTMLCanvasElement | undefined
}

type Done = Required<Painting>

const NOWHEN: Instant = { now: 0, said: null }

/** Paints one canvas again and again. Layers that stand still are painted once, on sheets; a frame is sheets and what moves. */
export class Painter {
  readonly #ctx: CanvasRenderingContext2D
  #done: Done | undefined
  #runs: readonly Run[] = []

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx
  }

  paint({ scene, pictures, scale = 1 }: Painting, instant: Instant): void {
    const ctx = this.#ctx
    const done = this.#done
    if (done?.scale !== scale) this.#runs = []
    const isAsBefore = done?.scene === scene && done.pictures === pictures && done.scale === scale
    if (!isAsBefore) this.#runs = this.#runsOf({ scene, pictures, scale })
    this.#done = { scene, pictures, scale }
    ctx.setTransform(scale, 0, 0, scale, 0, 0)
    ctx.globalAlpha = 1
    ctx.clearRect(0, 0, CANVAS.width, CANVAS.height)
    for (const { layers, sheet } of this.#runs) {
      if (sheet) ctx.drawImage(sheet, 0, 0, CANVAS.width, CANVAS.height)
      else for (const layer of layers) paintLayer(ctx, layer, pictures, instant)
    }
    paintOver(ctx, scene, instant.film)
  }

  #runsOf({ scene, pictures, scale }: Done): Run[] {
    const before = this.#runs
    const moving = movedIn(scene, this.#done?.scene)
    const runs: { layers: Layer[]; isStill: boolean }[] = []
    for (const layer of scene.layers) {
      if (layer.hidden || layer.kind === 'ai_label') continue
      const isStill = !moving.has(layer) && standsStill(layer, pictures)
      const last = runs.at(-1)
      if (last?.isStill === isStill) last.layers.push(layer)
      else runs.push({ layers: [layer], isStill })
    }
    return runs.map(({ layers, isStill }) => {
      const shown = layers.map((layer) => picturedOf(layer, pictures))
      if (!isStill) return { layers, shown, sheet: undefined }
      const same = before.find(
        (run) => run.sheet && isSame(run.layers, layers) && isSame(run.shown, shown),
      )
      return same ?? { layers, shown, sheet: this.#sheetOf(layers, pictures, scale) }
    })
  }

  #sheetOf(
    layers: readonly Layer[],
    pictures: ReadonlyMap<string, Pictured>,
    scale: number,
  ): HTMLCanvasElement | undefined {
    const sheet = document.createElement('canvas')
    sheet.width = this.#ctx.canvas.width
    sheet.height = this.#ctx.canvas.height
    const ctx = sheet.getContext('2d')
    if (!ctx) return undefined
    ctx.setTransform(scale, 0, 0, scale, 0, 0)
    for (const layer of layers) paintLayer(ctx, layer, pictures, NOWHEN)
    return sheet
  }
}

/**
 * Layers that are others than a moment ago while the rest is as it was: somebody or something moves them, and the sheets under and
 * over them stay. Of another scene all are others.
 */
function movedIn({ layers }: Scene, before: Scene | undefined): ReadonlySet<Layer> {
  const was = new Set(before?.layers)
  const moved = layers.filter((layer) => !was.has(layer))
  return new Set(moved.length < layers.length ? moved : [])
}

/** A hole shows what is behind the canvas, so it is made in the canvas itself. */
function standsStill(layer: Layer, pictures: ReadonlyMap<string, Pictured>): boolean {
  if (layer.kind === 'game' || layer.kind === 'subtitle') return false
  const kind = picturedOf(layer, pictures)?.kind
  return kind === undefined || kind === 'flat'
}

const picturedOf = (layer: Layer, pictures: ReadonlyMap<string, Pictured>): Pictured | undefined =>
  'asset_id' in layer && layer.asset_id !== null ? pictures.get(layer.asset_id) : undefined

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])
