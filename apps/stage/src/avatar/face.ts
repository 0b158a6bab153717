import type { VRMExpressionManager, VRMLookAt } from '@pixiv/three-vrm'
import type { Mouth } from '@kaibo/contract/stage/scene.schema.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import { isBlinkingAt } from '@kaibo/scene/motion.ts'
import { gazeAt } from './pose.ts'

const SHAPES = ['aa', 'ih', 'ou', 'ee', 'oh'] as const satisfies Mouth[]
/** After so long half of a change is seen. */
const HALF_MS = 33
const JOY_HALF_MS = 160
/** Joy opens the mouth by itself. */
const JOYFUL_MOUTH = 0.55
const FULL_JOY = 0.85

const towards = (from: number, to: number, ms: number, half: number): number =>
  to + (from - to) * 0.5 ** (ms / half)

/** Mouth, eyes and mood: what they come to little by little. */
export class Face {
  readonly #weights: Record<string, number> = {}
  joy = 0

  show(
    vrm: { expressionManager?: VRMExpressionManager | undefined; lookAt?: VRMLookAt | undefined },
    { now, said }: Instant,
    ms: number,
  ): void {
    const isHappy = said?.isHappy ?? false
    this.joy = towards(this.joy, isHappy ? FULL_JOY : 0, ms, JOY_HALF_MS)
    const mouth = said?.mouth ?? 'shut'
    const face = vrm.expressionManager
    for (const shape of SHAPES) {
      const wanted = shape === mouth ? (isHappy ? JOYFUL_MOUTH : 1) : 0
      const weight = towards(this.#weights[shape] ?? 0, wanted, ms, HALF_MS)
      this.#weights[shape] = weight
      face?.setValue(shape, weight)
    }
    face?.setValue('happy', this.joy)
    face?.setValue('blink', isBlinkingAt(now) ? 1 : 0)
    if (!vrm.lookAt) return
    const { yaw, pitch } = gazeAt(now)
    vrm.lookAt.yaw = yaw
    vrm.lookAt.pitch = pitch
  }
}
