import type { Look } from './looks.ts'
import { chain, only, ring, type Mesh } from './mesh.ts'
import type { Bones } from './bones.ts'
import { both, curve, mix, smooth, type Vec } from './vec.ts'

/* The head, its hair and what it wears. */

const { sin, cos, PI, abs, sqrt } = Math
export const HEAD: Vec = [0, 1.065, 0]
const [RX, RY, RZ] = [0.182, 0.172, 0.168]
/** The chin is longer than the crown is high. */
const CHIN = 1.06
const onHead = only('head')

const jaw = (sy: number): number => 1 - 0.3 * smooth(0, 1.05, -sy) ** 1.4

/** On the skin, or `grow` times as far from the middle; `theta` about the neck, from the nose, `phi` down from the crown. */
function headAt(theta: number, phi: number, grow = 1): Vec {
  const sy = cos(phi)
  const r = sin(phi) * jaw(sy)
  return [
    HEAD[0] + RX * grow * r * sin(theta),
    HEAD[1] + RY * grow * sy * (sy < 0 ? CHIN : 1),
    HEAD[2] + RZ * grow * r * cos(theta),
  ]
}

/** How far in front the face is. */
export function faceZ(x: number, y: number): number {
  const dy = (y - HEAD[1]) / RY
  const sy = dy < 0 ? dy / CHIN : dy
  const k = jaw(sy)
  return HEAD[2] + RZ * k * sqrt(Math.max(0.02, 1 - sy * sy - (x / (RX * k)) ** 2))
}

export function buildHead(body: Mesh, look: Look, bones: Bones, tails: string[][]): void {
  body.surface(
    [32, 20],
    (u, v) => headAt(u * 2 * PI, v * PI),
    (_, v) => ['skin', v],
    onHead,
  )
  cap(body)
  fringe(body, look)
  if (look.hair === 'tails') twoTails(body, bones, tails)
  else ponytail(body, bones, tails)
  headset(body)
}

function hairline(theta: number): number {
  const a = abs(theta)
  const teeth = abs(((a * 3.4 + 0.15) % 1) - 0.5) * 2
  const front = mix(1.2 + 0.16 * teeth, 2, smooth(0.72, 1, a))
  return mix(front, 2.26 + 0.05 * teeth, smooth(1.5, 2.2, a))
}

/** What covers the skull; its edge is the hairline. */
function cap(body: Mesh): void {
  body.surface(
    [80, 14],
    (u, v) => {
      const theta = u * 2 * PI - PI
      const phi = v * hairline(theta)
      const waves = 0.012 * cos(theta * 17) * smooth(0.3, 0.9, v)
      return headAt(theta, phi, 1.085 + 0.025 * sin(phi) + waves)
    },
    (u, v) =>
      ring(v * (1 + 0.06 * cos(u * 60)), 0.4, 0.5) > 0.5
        ? ['shine', 0.3]
        : ['hair', v ** 2.2 * 0.85],
    onHead,
  )
}

function lock(body: Mesh, points: readonly Vec[], wide: number, deep: number): void {
  body.tube(
    curve(points),
    (t) => [
      wide * sin(PI * mix(0.22, 1, t) ** 0.8) + 0.0006,
      deep * sin(PI * mix(0.2, 1, t)) + 0.0006,
    ],
    (t) => ['hair', 0.15 + t * 0.75],
    onHead,
    { n: 12, round: 8 },
  )
}

const STRAIGHT = [
  [-0.62, 1.62, 0.04, -0.1],
  [-0.3, 1.5, 0.042, -0.05],
  [0.02, 1.42, 0.04, 0.1],
  [0.33, 1.5, 0.042, 0.05],
  [0.64, 1.62, 0.04, 0.1],
] as const
/** Combed to one side. */
const SWEPT = [
  [-0.72, 1.66, 0.04, -0.12],
  [-0.42, 1.58, 0.046, -0.2],
  [-0.12, 1.5, 0.048, -0.26],
  [0.2, 1.44, 0.044, 0.16],
  [0.5, 1.6, 0.044, 0.14],
] as const

function fringe(body: Mesh, { hair }: Look): void {
  for (const [theta, end, wide, lean] of hair === 'tails' ? STRAIGHT : SWEPT) {
    const points = [0.35, 0.75, 1.1, end].map((phi, i) =>
      headAt(
        theta * (0.5 + 0.5 * Math.min(1, phi)) + lean * (i / 3) ** 2,
        phi,
        1.1 + (i === 2 ? 0.03 : 0),
      ),
    )
    lock(body, points, wide, 0.014)
  }
  if (hair !== 'tails') return
  for (const { s } of both)
    lock(
      body,
      [
        [s * 0.15, 1.17, 0.09],
        [s * 0.19, 1.07, 0.1],
        [s * 0.186, 0.97, 0.1],
        [s * 0.168, 0.89, 0.115],
      ],
      0.026,
      0.015,
    )
  // One that will not lie down
  lock(
    body,
    [
      [-0.01, 1.25, 0.02],
      [0.02, 1.3, 0.03],
      [0.06, 1.305, 0.06],
      [0.075, 1.275, 0.085],
    ],
    0.014,
    0.01,
  )
}

const placesOf = (bones: Bones, names: readonly string[]): Vec[] =>
  names.flatMap((name) => (bones[name] ? [bones[name].at] : []))

/** How thick a tail is, from its tie to its end. */
const full = (t: number): number => sin(PI * t ** 0.62) ** 0.9 * (1 - 0.25 * t)

function tail(body: Mesh, bones: Bones, names: string[], thick: number): void {
  const moving = names.slice(0, -1)
  const ruled = chain(['head', ...moving], [0.02, 0.27, 0.52, 0.77], 0.09, ([t]) => t)
  body.tube(
    curve(placesOf(bones, names)),
    (t) => {
      const end = t > 0.999 ? 0.02 : 1
      return [(0.012 + thick * full(t)) * end, (0.012 + thick * 0.84 * full(t)) * end]
    },
    (t, u) =>
      ring(t + 0.012 * cos(u * 2 * PI * 7), 0.24, 0.31) > 0.5 ? ['shine', 0.3] : ['hair', t * 0.95],
    (_, t) => ruled([t, 0, 0]),
    { n: 22, round: 12 },
  )
}

function twoTails(body: Mesh, bones: Bones, tails: string[][]): void {
  for (const names of tails) tail(body, bones, names, 0.062)
  for (const { s } of both)
    body.ball([s * 0.178, 1.187, -0.052], [0.03, 0.03, 0.03], 'red', onHead, (v) => v, 6)
}

function ponytail(body: Mesh, bones: Bones, [behind = [], ...locks]: string[][]): void {
  tail(body, bones, behind, 0.085)
  body.ball([0, 1.225, -0.165], [0.042, 0.042, 0.03], 'trim', onHead, (v) => v, 8)
  // A bow
  for (const { s } of both)
    body.ball([s * 0.065, 1.24, -0.17], [0.052, 0.036, 0.014], 'cloth', onHead, (v) => v, 8)
  for (const names of locks) {
    const ruled = chain(['head', ...names.slice(0, -1)], [0.05, 0.5], 0.12, ([t]) => t)
    const [first] = placesOf(bones, names)
    const above: Vec = [(first?.[0] ?? 0) * 0.93, 1.17, 0.07]
    body.tube(
      curve([above, ...placesOf(bones, names)]),
      (t) => [
        0.03 * sin(PI * mix(0.25, 1, t)) + 0.0006,
        0.018 * sin(PI * mix(0.25, 1, t)) + 0.0006,
      ],
      (t) => ['hair', 0.15 + t * 0.75],
      (_, t) => ruled([t, 0, 0]),
      { n: 16, round: 8 },
    )
  }
}

/** Headphones and a microphone. */
function headset(body: Mesh): void {
  body.tube(
    (t) => [cos(PI * t) * 0.208, HEAD[1] + sin(PI * t) * 0.199, -0.005],
    () => [0.019, 0.009],
    () => ['grey', 0.1],
    onHead,
    { n: 28, round: 8 },
  )
  for (const { s } of both) {
    const y = HEAD[1] - 0.015
    body.ball([s * 0.199, y, -0.005], [0.03, 0.058, 0.055], 'grey', onHead, () => 0.1)
    body.ball([s * 0.216, y, -0.005], [0.024, 0.04, 0.038], 'trim', onHead)
  }
  body.tube(
    curve<Vec>([
      [0.21, 1.02, 0.03],
      [0.195, 0.95, 0.1],
      [0.13, 0.925, 0.165],
      [0.075, 0.93, 0.178],
    ]),
    () => [0.0045, 0.0045],
    () => ['grey', 0.9],
    onHead,
    { n: 16, round: 8 },
  )
  body.ball([0.07, 0.931, 0.179], [0.016, 0.011, 0.011], 'sock', onHead, (v) => v, 6)
}
