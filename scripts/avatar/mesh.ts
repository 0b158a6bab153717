import { smooth, type Vec } from './vec.ts'

export type Weights = readonly (readonly [bone: string, weight: number])[]
export type Weigh = (p: Vec, u: number, v: number) => Weights
/** A colour of the palette, and where between its two shades. */
export type Paint = readonly [slot: string, t: number]

const { sin, cos, PI } = Math
/** The last step to what lies within nothing: weights below it are left out. */
const LEAST_WEIGHT = 0.006
const AROUND = 2 * PI

export interface TubeOptions {
  /** Rings along it, and points around each. */
  n?: number
  round?: number
  /** Not along the tube: where `deep` is measured. */
  up?: Vec
  shape?: (p: Vec) => Vec
}

/** A mesh under construction: points with a colour and the bones that move them. */
export class Mesh {
  readonly position: Vec[] = []
  readonly uv: [number, number][] = []
  readonly joints: number[][] = []
  readonly weights: number[][] = []
  readonly index: number[] = []
  /** Points that triangles of another colour share, by point and colour. */
  readonly #copies = new Map<string, number>()
  readonly #slots: readonly string[]
  readonly #bones: readonly string[]

  constructor(slots: readonly string[], bones: readonly string[]) {
    this.#slots = slots
    this.#bones = bones
  }

  /** A grid over `at`, for u and v from 0 to 1; outward is where v × u points. */
  surface(
    [nu, nv]: [number, number],
    at: (u: number, v: number) => Vec,
    paint: (u: number, v: number, p: Vec) => Paint,
    weigh: Weigh,
  ): void {
    const base = this.position.length
    for (let j = 0; j <= nv; j++)
      for (let i = 0; i <= nu; i++) {
        const [u, v] = [i / nu, j / nv]
        const p = at(u, v)
        this.#point(p, paint(u, v, p), weigh(p, u, v))
      }
    for (let j = 0; j < nv; j++)
      for (let i = 0; i < nu; i++) {
        const a = base + j * (nu + 1) + i
        const c = a + nu + 1
        const slot = this.#slotOf(a)
        this.#triangle(slot, a, c, a + 1)
        this.#triangle(slot, a + 1, c, c + 1)
      }
  }

  /** Of one colour: between two colours of the palette lie others. */
  #triangle(slot: number, ...corners: [number, number, number]): void {
    this.index.push(...corners.map((at) => (this.#slotOf(at) === slot ? at : this.#copy(at, slot))))
  }

  #slotOf(at: number): number {
    return Math.floor((this.uv[at]?.[0] ?? 0) * this.#slots.length)
  }

  #copy(at: number, slot: number): number {
    const key = `${at} ${slot}`
    const known = this.#copies.get(key)
    if (known !== undefined) return known
    const [p, joints, weights] = [this.position[at], this.joints[at], this.weights[at]]
    if (!p || !joints || !weights) throw new Error('no such point')
    this.position.push(p)
    this.uv.push([(slot + 0.5) / this.#slots.length, this.uv[at]?.[1] ?? 0])
    this.joints.push(joints)
    this.weights.push(weights)
    const copy = this.position.length - 1
    this.#copies.set(key, copy)
    return copy
  }

  ball(c: Vec, r: Vec, slot: string, weigh: Weigh, t = (v: number) => v, n = 10): void {
    this.surface(
      [n * 2, n],
      (u, v) => [
        c[0] + r[0] * sin(v * PI) * sin(u * AROUND),
        c[1] + r[1] * cos(v * PI),
        c[2] + r[2] * sin(v * PI) * cos(u * AROUND),
      ],
      (_, v) => [slot, t(v)],
      weigh,
    )
  }

  /** Along a curve; `radius` answers how far it goes across and deep. */
  tube(
    path: (t: number) => Vec,
    radius: (t: number) => readonly [number, number],
    paint: (t: number, u: number, p: Vec) => Paint,
    weigh: (p: Vec, t: number) => Weights,
    { n = 20, round = 14, up = [0, 0, 1], shape = (p) => p }: TubeOptions = {},
  ): void {
    this.surface(
      [round, n],
      (u, v) => {
        const [p, a, b] = [path(v), path(Math.max(0, v - 0.01)), path(Math.min(1, v + 0.01))]
        const [x, y, z] = unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]])
        const e = unit(cross([x, y, z], up))
        const f = cross(e, [x, y, z])
        const [across, deep] = radius(v)
        const [c, s] = [cos(u * AROUND) * across, sin(u * AROUND) * deep]
        return shape([
          p[0] + e[0] * c + f[0] * s,
          p[1] + e[1] * c + f[1] * s,
          p[2] + e[2] * c + f[2] * s,
        ])
      },
      (u, v, p) => paint(v, u, p),
      (p, _, v) => weigh(p, v),
    )
  }

  /** The place of a colour in the palette's picture. */
  uvOf([slot, t]: Paint): [number, number] {
    return [(this.#slots.indexOf(slot) + 0.5) / this.#slots.length, 0.02 + 0.96 * t]
  }

  #point(p: Vec, paint: Paint, weights: Weights): void {
    this.position.push(p)
    this.uv.push(this.uvOf(paint))
    const kept = weights.filter(([, weight]) => weight > LEAST_WEIGHT)
    const sum = kept.reduce((so, [, weight]) => so + weight, 0)
    const four = [0, 1, 2, 3].map((k) => kept[k])
    this.joints.push(four.map((one) => (one ? this.#bones.indexOf(one[0]) : 0)))
    this.weights.push(four.map((one) => (one ? one[1] / sum : 0)))
  }
}

/** A bone rules up to where the next one begins; `soft` is how wide the joint bends. */
export const chain =
  (bones: readonly string[], starts: readonly number[], soft: number, axis: (p: Vec) => number) =>
  (p: Vec): Weights => {
    const x = axis(p)
    let out: [string, number][] = [[bones[0] ?? '', 1]]
    starts.forEach((start, i) => {
      const t = smooth(start - soft, start + soft, x)
      if (t > 0)
        out = [...out.map(([b, w]): [string, number] => [b, w * (1 - t)]), [bones[i + 1] ?? '', t]]
    })
    return out.sort((a, b) => b[1] - a[1]).slice(0, 4)
  }

export const only = (bone: string) => (): Weights => [[bone, 1]]

/** From 0 to 1 and back between the two, to stripe something. */
export const ring = (v: number, lo: number, hi: number): number =>
  smooth(lo, lo + 0.03, v) * (1 - smooth(hi - 0.03, hi, v))

/** Round at its end. */
export const tip = (t: number, from: number): number =>
  t <= from ? 1 : Math.sqrt(Math.max(0.0004, 1 - ((t - from) / (1 - from)) ** 2))

export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function unit(a: Vec): Vec {
  const l = Math.hypot(...a) || 1
  return [a[0] / l, a[1] / l, a[2] / l]
}
