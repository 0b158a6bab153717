import { ARM_Y, FINGERS } from './bones.ts'
import { chain, only, tip, type Mesh, type Weights } from './mesh.ts'
import { both, curve, mix, smooth, type Side, type Vec } from './vec.ts'

/* Arms with hands, legs with shoes. */

const { abs, PI, sin } = Math

export function buildLimbs(body: Mesh): void {
  for (const side of both) {
    sleeve(body, side)
    hand(body, side)
    leg(body, side)
    shoe(body, side)
  }
}

const onArm = (side: string) =>
  chain(
    ['chest', `${side}UpperArm`, `${side}LowerArm`, `${side}Hand`],
    [0.075, 0.215, 0.325],
    0.03,
    (p) => abs(p[0]),
  )

/** Wide before the cuff. */
const thick = (t: number): number => 0.012 * smooth(0.3, 0.85, t) - 0.02 * smooth(0.88, 1, t)

function sleeve(body: Mesh, { side, s }: Side): void {
  body.tube(
    (t) => [s * mix(0.05, 0.33, t), ARM_Y, 0],
    (t) => [mix(0.046, 0.05, t) + thick(t), 0.046 + thick(t)],
    (t) => (t > 0.87 ? ['trim', 0.5] : ['cloth', 0.2 + 0.6 * t]),
    onArm(side),
    { n: 18, round: 14 },
  )
}

/** Wrist and palm, four fingers and a thumb, the palm down. */
function hand(body: Mesh, { side, s }: Side): void {
  const palm = curve([
    [0.322, 0.016, 0.019],
    [0.335, 0.015, 0.02],
    [0.352, 0.0145, 0.0245],
    [0.372, 0.0135, 0.0262],
    [0.388, 0.0115, 0.025],
    [0.396, 0.006, 0.018],
    [0.398, 0.0006, 0.002],
  ])
  body.tube(
    (t) => [s * (palm(t)[0] ?? 0), ARM_Y, 0],
    (t) => [palm(t)[1] ?? 0, palm(t)[2] ?? 0],
    () => ['skin', 0.3],
    onArm(side),
    { n: 14, round: 12 },
  )
  for (const { name, z, from, long, thick } of FINGERS) {
    const bones = [`${side}Hand`, `${side}${name}Proximal`, `${side}${name}Intermediate`]
    const moved = chain(bones, [from, from + long * 0.5], 0.005, (p) => abs(p[0]))
    finger(body, moved, thick, [
      [s * (from - 0.008), ARM_Y, z],
      [s * (from + long * 0.5), ARM_Y + 0.001, z * 1.12],
      [s * (from + long), ARM_Y - 0.004, z * 1.2],
    ])
  }
  const thumb = [`${side}Hand`, `${side}ThumbMetacarpal`, `${side}ThumbProximal`]
  const moved = chain(thumb, [0.014, 0.033], 0.007, (p) => p[2])
  finger(body, moved, 0.0083, [
    [s * 0.34, ARM_Y - 0.001, 0.008],
    [s * 0.357, ARM_Y - 0.002, 0.029],
    [s * 0.38, ARM_Y - 0.004, 0.045],
  ])
}

function finger(body: Mesh, moved: (p: Vec) => Weights, thick: number, points: Vec[]): void {
  body.tube(
    curve(points),
    (t) => {
      const r = thick * mix(1.02, 0.86, t) * tip(t, 0.74)
      return [r, r]
    },
    () => ['skin', 0.4],
    moved,
    { n: 12, round: 8, up: [0, 1, 0] },
  )
}

type Four = [number, number, number, number]
type Five = [number, number, number, number, number]

/** From the hip to the ankle: height, to the side, forward, half width, half depth. */
const LEG: (t: number) => Five = curve<Five>([
  [0.53, 0.058, 0.002, 0.062, 0.064],
  [0.46, 0.059, 0.004, 0.06, 0.062],
  [0.39, 0.06, 0.006, 0.0535, 0.056],
  [0.325, 0.061, 0.007, 0.0455, 0.047],
  [0.29, 0.0615, 0.007, 0.0435, 0.044],
  [0.25, 0.062, -0.001, 0.0445, 0.047],
  [0.2, 0.063, -0.006, 0.0445, 0.049],
  [0.15, 0.0635, -0.005, 0.0375, 0.042],
  [0.1, 0.064, -0.003, 0.0305, 0.034],
  [0.05, 0.064, -0.002, 0.031, 0.036],
])
/** From here down it is clothed. */
const SOCK_FROM = 0.335
const CUFF = 0.022

function leg(body: Mesh, { side, s }: Side): void {
  const moved = chain(
    [`${side}Foot`, `${side}LowerLeg`, `${side}UpperLeg`, 'hips'],
    [0.075, 0.3, 0.55],
    0.03,
    (p) => p[1],
  )
  body.tube(
    (t) => {
      const [y, x, z] = LEG(t)
      return [s * x, y, z]
    },
    (t) => {
      const [y, , , wide, deep] = LEG(t)
      const clothed = 0.003 * smooth(SOCK_FROM + 0.006, SOCK_FROM, y)
      const cuff = 0.0025 * sin(PI * smooth(SOCK_FROM + 0.004, SOCK_FROM - CUFF, y))
      return [wide + clothed + cuff, deep + clothed + cuff]
    },
    (t, _, [, y]) => {
      if (y > SOCK_FROM) return ['skin', 0.6]
      return y > SOCK_FROM - CUFF ? ['cuff', 0.5] : ['sock', t]
    },
    moved,
    { n: 44, round: 16 },
  )
}

/** From the heel to the toe: forward, height of its middle, half width, half height. */
const SHOE: (t: number) => Four = curve<Four>([
  [-0.05, 0.034, 0.004, 0.006],
  [-0.047, 0.04, 0.024, 0.03],
  [-0.03, 0.05, 0.034, 0.045],
  [0, 0.052, 0.037, 0.05],
  [0.032, 0.044, 0.041, 0.04],
  [0.065, 0.034, 0.045, 0.03],
  [0.095, 0.03, 0.041, 0.026],
  [0.112, 0.028, 0.025, 0.018],
  [0.117, 0.027, 0.004, 0.004],
])
const SOLE_Y = 0.012

function shoe(body: Mesh, { side, s }: Side): void {
  const moved = only(`${side}Foot`)
  body.tube(
    (t) => [s * 0.064, SHOE(t)[1], SHOE(t)[0]],
    (t) => [SHOE(t)[2], SHOE(t)[3]],
    (t) => (t > 0.7 ? ['sole', 0.3] : ['shoe', t]),
    moved,
    { n: 28, round: 16, up: [0, 1, 0], shape: ([x, y, z]) => [x, Math.max(y, SOLE_Y), z] },
  )
  body.tube(
    (t) => [s * 0.064, 0.0125, mix(-0.052, 0.119, t)],
    (t) => [mix(0.04, 0.047, t) * sin(PI * mix(0.06, 0.94, t)) ** 0.45, 0.0125],
    () => ['sole', 0.8],
    moved,
    { n: 20, round: 14, up: [0, 1, 0] },
  )
  // Its collar
  body.tube(
    (t) => {
      const a = t * 2 * PI
      return [s * 0.064 + sin(a) * 0.033, 0.094, Math.cos(a) * 0.036 - 0.004]
    },
    () => [0.007, 0.008],
    () => ['sole', 0.2],
    moved,
    { n: 20, round: 8, up: [0, 1, 0] },
  )
}
