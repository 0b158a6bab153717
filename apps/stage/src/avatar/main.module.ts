import type { VRM } from '@pixiv/three-vrm'
import {
  AmbientLight,
  Box3,
  DirectionalLight,
  MathUtils,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three'
import { breathAt } from '@kaibo/scene/motion.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import type { Avatar, AvatarOptions } from '@kaibo/scene/avatar-door.ts'
import { Face } from './face.ts'
import { flatten, loadVrm } from './load.ts'
import { hopAt, poseAt, type Bone } from './pose.ts'

interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Pixels in height, and pictures a second. */
const CARD = { most: 1_400, every: 0 } as const
const SOFTWARE = { most: 400, every: 80 } as const
const VIEW_DEGREES = 18
/** Of the height, free above and below. */
const MARGIN = 1.05
/** What swings does not fly away where a page was hidden for long. */
const LONGEST_STEP_MS = 100

/** Draws a VRM with three.js on a canvas of its own, which is then painted as a picture is. */
class VrmActor implements Avatar {
  readonly #vrm: VRM
  readonly #scene = new Scene()
  readonly #renderer: WebGLRenderer
  readonly #camera = new PerspectiveCamera(VIEW_DEGREES, 1, 0.1, 40)
  readonly #face = new Face()
  readonly #limits: { most: number; every: number }
  readonly #height: number
  /** Of the body, with the arms at its sides. */
  readonly #width: number
  #drawnAt = -Infinity
  #lost = false

  constructor(vrm: VRM, { isSoftware, lost }: AvatarOptions) {
    this.#vrm = vrm
    this.#limits = isSoftware ? SOFTWARE : CARD
    this.#renderer = new WebGLRenderer({
      alpha: true,
      antialias: !isSoftware,
      // It is painted again while no new picture of it is due
      preserveDrawingBuffer: true,
    })
    this.#renderer.domElement.addEventListener('webglcontextlost', () => {
      this.#lost = true
      lost()
    })
    if (isSoftware) flatten(vrm.scene)
    const light = new DirectionalLight(0xffffff, Math.PI)
    light.position.set(0.6, 1.4, 2)
    this.#scene.add(vrm.scene, light, new AmbientLight(0xffffff, 0.4))
    const { min, max } = new Box3().setFromObject(vrm.scene)
    this.#height = Math.max(0.2, max.y - min.y)
    this.#width = this.#height * 0.62
  }

  draw(ctx: CanvasRenderingContext2D, box: Box, instant: Instant): void {
    if (this.#lost) return
    const isResized = this.#fit(box)
    const ms = instant.now - this.#drawnAt
    if (isResized || ms < 0 || ms >= Math.max(1, this.#limits.every)) this.#render(instant, ms)
    ctx.drawImage(this.#renderer.domElement, box.x, box.y, box.w, box.h)
  }

  close(): void {
    this.#lost = true
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }

  /** All of her in the box, standing on its lower edge; answers whether the picture is another size now. */
  #fit({ w, h }: Box): boolean {
    const scale = Math.min(1, this.#limits.most / h)
    const [wide, high] = [Math.round(w * scale), Math.round(h * scale)]
    const { width, height } = this.#renderer.domElement
    if (width === wide && height === high) return false
    this.#renderer.setSize(wide, high, false)
    const aspect = wide / high
    const seen = Math.max(this.#height * MARGIN, this.#width / aspect)
    const camera = this.#camera
    camera.aspect = aspect
    camera.position.set(
      0,
      seen / 2 - this.#height * 0.02,
      seen / 2 / Math.tan(MathUtils.degToRad(VIEW_DEGREES / 2)),
    )
    camera.updateProjectionMatrix()
    return true
  }

  #render(instant: Instant, since: number): void {
    const ms = Math.min(Math.max(since, 0), LONGEST_STEP_MS)
    this.#drawnAt = instant.now
    const { now, said } = instant
    this.#face.show(this.#vrm, instant, ms)
    const { joy } = this.#face
    const pose = poseAt(now, { isSpeaking: said !== null, joy })
    for (const [bone, turned] of Object.entries(pose) as [Bone, (typeof pose)[Bone]][])
      this.#vrm.humanoid.getNormalizedBoneNode(bone)?.rotation.set(...turned)
    this.#vrm.scene.position.y = this.#height * (hopAt(now, joy) + 0.3 * breathAt(now))
    this.#vrm.update(ms / 1_000)
    this.#renderer.render(this.#scene, this.#camera)
  }
}

export async function openAvatar(file: ArrayBuffer, options: AvatarOptions): Promise<Avatar> {
  return new VrmActor(await loadVrm(file), options)
}
