import type { Look } from './looks.ts'
import { chain, only, type Mesh, type Weights } from './mesh.ts'
import { both, curve, mix, smooth, type Vec } from './vec.ts'

/* Neck, top and skirt. */

const { sin, cos, PI } = Math
const onSpine = chain(['hips', 'spine', 'chest', 'neck'], [0.6, 0.69, 0.845], 0.035, (p) => p[1])
const onChest = only('chest')

/** Half the width of the top. */
const torso = (y: number): number =>
  0.012 +
  mix(0.112, 0.098, smooth(0.53, 0.66, y)) +
  0.008 * sin((y - 0.56) * 12) -
  0.068 * smooth(0.745, 0.85, y)

export function buildTorso(body: Mesh, { clothes }: Look): void {
  body.tube(
    (t) => [0, mix(0.8, 0.93, t), -0.005],
    () => [0.036, 0.036],
    () => ['skin', 1],
    onSpine,
    { n: 4, round: 12 },
  )
  if (clothes === 'hoodie') hoodie(body)
  else cardigan(body)
  skirt(body, clothes === 'hoodie' ? { low: 0.4, wide: 0.172 } : { low: 0.345, wide: 0.188 })
}

function top(body: Mesh, paint: (t: number, u: number) => readonly [string, number]): void {
  body.tube(
    (t) => [0, mix(0.85, 0.5, t), 0],
    (t) => {
      const half = torso(mix(0.85, 0.5, t))
      return [half, half * 0.8]
    },
    paint,
    onSpine,
    { n: 20, round: 40 },
  )
}

function hoodie(body: Mesh): void {
  top(body, (t) => (t > 0.9 ? ['trim', 0.5] : ['cloth', t]))
  collar(body, 'cloth', 0.024)
  for (const { s } of both)
    body.tube(
      curve<Vec>([
        [s * 0.03, 0.79, 0.075],
        [s * 0.034, 0.755, 0.094],
        [s * 0.031, 0.72, 0.096],
      ]),
      () => [0.004, 0.004],
      () => ['trim', 0.5],
      onChest,
      { n: 8, round: 8 },
    )
  // On air
  body.ball([0.052, 0.7, 0.079], [0.017, 0.017, 0.008], 'red', onChest, (v) => v * 0.5, 7)
}

/** `u` runs once around; a quarter on it faces forward. */
const fromFront = (u: number): number => Math.abs(((u - 0.25 + 1.5) % 1) - 0.5)

/** Open over a shirt, with a bow. */
function cardigan(body: Mesh): void {
  top(body, (t, u) => {
    if (fromFront(u) < 0.06) return ['shirt', t]
    if (fromFront(u) < 0.09 || t > 0.93) return ['trim', 0.5]
    return ['cloth', t]
  })
  collar(body, 'shirt', 0.016)
  for (const { s } of both)
    body.ball([s * 0.03, 0.787, 0.076], [0.03, 0.019, 0.012], 'red', onChest, (v) => v, 7)
  body.ball([0, 0.787, 0.083], [0.011, 0.011, 0.01], 'red', onChest, () => 1, 6)
  for (const y of [0.7, 0.645, 0.59])
    body.ball([0.026, y, 0.0945], [0.008, 0.008, 0.004], 'hem', onChest, () => 0.2, 5)
}

function collar(body: Mesh, slot: string, thick: number): void {
  body.tube(
    (t) => {
      const a = t * 2 * PI
      return [sin(a) * 0.072, 0.828 - 0.028 * cos(a), cos(a) * 0.066 - 0.012]
    },
    (t) => [thick - (thick / 3) * cos(t * 2 * PI), thick + 0.006],
    () => [slot, 0.7],
    onChest,
    { n: 26, round: 10, up: [0, 1, 0] },
  )
}

function skirt(body: Mesh, { low, wide }: { low: number; wide: number }): void {
  body.tube(
    (t) => [0, mix(0.525, low, t), 0],
    (t) => [mix(0.108, wide, t ** 0.85), mix(0.086, wide - 0.024, t ** 0.85)],
    (t, u) => (t > 0.84 && t < 0.93 ? ['hem', 0.3] : ['skirt', (u * 18) % 1 < 0.5 ? 0 : 1]),
    (p): Weights => {
      const t = 0.55 * smooth(0.52, low, p[1])
      const left = smooth(-0.07, 0.07, p[0])
      return [
        ['hips', 1 - t],
        ['leftUpperLeg', t * left],
        ['rightUpperLeg', t * (1 - left)],
      ]
    },
    { n: 10, round: 54 },
  )
}
