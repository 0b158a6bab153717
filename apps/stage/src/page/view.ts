import { CANVAS, type Scene, type StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { MAX_THUMB_BYTES, THUMB_SIZE } from '@kaibo/contract/stage/thumb.schema.ts'
import { LayerChanges, type LayerChange } from '@kaibo/scene/layer-changes.ts'
import { paint, type Instant } from '@kaibo/scene/paint.ts'
import type { StageAvatar } from '@kaibo/contract/stage/link.schema.ts'
import { Pictures, type Drawing } from './pictures.ts'

/** A frame that took longer was late. */
const LATE_MS = 50
/** Of a picture, the best first. */
const QUALITIES = [0.7, 0.5, 0.3]

/** What moves by itself. */
type Live = Pick<Instant, 'said' | 'film'>

/** Draws the scene, again at each frame of the browser. */
export class View {
  readonly #ctx: CanvasRenderingContext2D
  readonly #live: () => Live
  readonly #changes = new LayerChanges()
  readonly #pictures: Pictures
  #shown: { scene: Scene; assets: Awaited<ReturnType<Pictures['of']>> } | undefined
  /** The last scene that was asked for: one that loads longer than the next is not shown. */
  #asked = 0
  #drawn = 0
  #late = 0
  #since = performance.now()
  #last = performance.now()
  hasPainted = false

  constructor(canvas: HTMLCanvasElement, drawing: Drawing, live: () => Live) {
    canvas.width = CANVAS.width
    canvas.height = CANVAS.height
    const ctx = canvas.getContext('2d')
    if (!ctx) throw new Error('no canvas')
    this.#ctx = ctx
    this.#live = live
    this.#pictures = new Pictures(drawing)
    requestAnimationFrame((now) => this.#draw(now))
  }

  /** What stands is shown until all pictures of the next are there. */
  async show(scene: Scene, assets: StageAssets): Promise<void> {
    const asked = ++this.#asked
    const loaded = await this.#pictures.of(assets)
    if (asked !== this.#asked) return
    this.#pictures.keep(loaded)
    this.#shown = { scene, assets: loaded }
  }

  /** Shows and hides layers; `clear` forgets what was said of them before. */
  change({ clear, ...change }: LayerChange & { clear?: boolean }): void {
    if (clear) this.#changes.clear()
    this.#changes.add(change, performance.now())
  }

  /** How avatars are drawn; nothing where there is none. */
  get avatar(): StageAvatar | undefined {
    return this.#pictures.avatar
  }

  /** Since it was asked last. */
  frames(): { fps: number; dropped: number } {
    const now = performance.now()
    const seconds = (now - this.#since) / 1_000
    const told = { fps: seconds > 0 ? Math.round(this.#drawn / seconds) : 0, dropped: this.#late }
    this.#since = now
    this.#drawn = 0
    this.#late = 0
    return told
  }

  /** What is seen now, as JPEG in base64; nothing while nothing was painted, or where it does not get small enough. */
  picture(): string | undefined {
    if (!this.hasPainted) return undefined
    const small = document.createElement('canvas')
    small.width = THUMB_SIZE.width
    small.height = THUMB_SIZE.height
    small.getContext('2d')?.drawImage(this.#ctx.canvas, 0, 0, small.width, small.height)
    for (const quality of QUALITIES) {
      const [, jpeg = ''] = small.toDataURL('image/jpeg', quality).split(',')
      if (jpeg.length * 0.75 <= MAX_THUMB_BYTES) return jpeg
    }
    return undefined
  }

  #draw(now: number): void {
    requestAnimationFrame((next) => this.#draw(next))
    this.#drawn++
    if (now - this.#last > LATE_MS) this.#late++
    this.#last = now
    if (!this.#shown) return
    const { scene, assets } = this.#shown
    const pictures = new Map([...assets].map(([id, { pictured }]) => [id, pictured]))
    const shown = this.#changes.of(scene, performance.now())
    paint(this.#ctx, shown, pictures, { now, ...this.#live() })
    this.hasPainted = true
  }
}
