import type { StageAvatar } from '@kaibo/contract/stage/link.schema.ts'
import { CANVAS, type Scene, type StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { MAX_THUMB_BYTES, THUMB_SIZE } from '@kaibo/contract/stage/thumb.schema.ts'
import { LayerChanges, type LayerChange } from '@kaibo/scene/layer-changes.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import { Painter } from '@kaibo/scene/painter.ts'
import { Pictures, type Drawing, type Drawn } from '@kaibo/scene/pictures.ts'

/** A frame that took longer was late. */
const LATE_MS = 50
/** Of a picture, the best first. */
const QUALITIES = [0.7, 0.5, 0.3]

/** What could not be had is tried again. */
const AGAIN_MS = 10_000

/** What moves by itself. */
type Live = Pick<Instant, 'said' | 'film'>

interface ViewOptions {
  drawing: Drawing
  live: () => Live
  /** It shows another scene, or something that it cannot show. */
  changed: () => void
}

interface Wanted {
  scene: Scene
  assets: StageAssets
}

/** Draws the scene, again at each frame of the browser. */
export class View {
  readonly #ctx: CanvasRenderingContext2D
  readonly #painter: Painter
  readonly #options: ViewOptions
  readonly #changes = new LayerChanges()
  readonly #pictures: Pictures
  #shown: (Wanted & Pick<Drawn, 'pictures'>) | undefined
  /** What was asked for last: a scene that loads longer than the next is not shown. */
  #wanted: Wanted | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #drawn = 0
  #late = 0
  #since = performance.now()
  #last = performance.now()
  hasPainted = false
  /** The assets that it could not show when it was asked to. */
  missing: readonly string[] = []

  constructor(canvas: HTMLCanvasElement, options: ViewOptions) {
    canvas.width = CANVAS.width
    canvas.height = CANVAS.height
    const ctx = canvas.getContext('2d')
    if (!ctx) throw new Error('no canvas')
    this.#ctx = ctx
    this.#painter = new Painter(ctx)
    this.#options = options
    this.#pictures = new Pictures(options.drawing)
    this.#pictures.onChanged(() => this.#refresh())
    requestAnimationFrame((now) => this.#draw(now))
  }

  /**
   * What stands is shown until all pictures of the next are there. Where one cannot be had the old scene stays, and it is tried
   * again; a page that shows nothing yet shows the rest.
   */
  async show(scene: Scene, assets: StageAssets): Promise<void> {
    clearTimeout(this.#again)
    const wanted = { scene, assets }
    this.#wanted = wanted
    this.#pictures.keep(assets, this.#shown?.assets ?? {})
    const { pictures, missing } = await this.#pictures.of(assets)
    if (this.#wanted !== wanted) return
    this.missing = missing
    const isWhole = missing.length === 0
    if (isWhole || !this.#shown || this.#shown.scene === scene) {
      this.#shown = { ...wanted, pictures }
      this.#pictures.keep(assets)
    }
    if (!isWhole) this.#again = setTimeout(() => void this.show(scene, assets), AGAIN_MS)
    this.#options.changed()
  }

  #refresh(): void {
    if (!this.#shown) return
    this.#shown = { ...this.#shown, ...this.#pictures.drawn(this.#shown.assets) }
    this.#options.changed()
  }

  /** Shows and hides layers; `clear` forgets what was said of them before. */
  change({ clear, ...change }: LayerChange & { clear?: boolean }): void {
    if (clear) this.#changes.clear()
    this.#changes.add(change, performance.now())
  }

  /** How avatars are drawn; nothing where there is none. */
  get avatar(): StageAvatar | undefined {
    return this.#shown && this.#pictures.avatar(this.#shown.assets)
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
    const { scene, pictures } = this.#shown
    const shown = this.#changes.of(scene, performance.now())
    this.#painter.paint({ scene: shown, pictures }, { now, ...this.#options.live() })
    this.hasPainted = true
  }
}
