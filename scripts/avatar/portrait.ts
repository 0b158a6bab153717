import { ARM_Y } from './bones.ts'
import { CALM, faceOf } from './face.ts'
import type { Look } from './looks.ts'
import type { Mesh } from './mesh.ts'
import { normalsOf } from './normals.ts'
import { packed } from './packed.ts'
import { rgbOf } from './palette.ts'
import { pngOf } from './png.ts'
import { mix, type Vec } from './vec.ts'
import { bodyOf } from './vrm.ts'

const WIDTH = 480
const HEIGHT = 640
/** Each pixel is so many by so many points, so that edges are soft. */
const POINTS = 2
/** Of the figure: from there upwards, in metres. */
const FROM_Y = 0.52
const SHOULDER_X = 0.09
const ARMS_DOWN = 1.2
/** Where light comes from, and from which brightness on it is light. */
const LIGHT: Vec = [0.2, 0.35, 0.915]
const LIT_FROM = 0.12

const SMILE = { mouth: [0.028, 0.004, 0.013, 0.01] } as const

interface Shape {
  position: readonly Vec[]
  normal: readonly Vec[]
  uv: readonly [number, number][]
  index: readonly number[]
}

/** A picture of a figure from its front, without a graphics card and the same bytes each time. */
export function portraitOf(look: Look): Buffer {
  const { names, body } = bodyOf(look)
  const face = faceOf({ ...CALM, ...SMILE }, body)
  const shapes: Shape[] = [
    { ...lowered(body, names), uv: body.uv, index: body.index },
    {
      position: face.points,
      normal: face.points.map((): Vec => [0, 0.4, 0.9]),
      uv: face.uv,
      index: face.faces,
    },
  ]
  const top = Math.max(...body.position.map(([, y]) => y)) + 0.03
  const canvas = new Canvas((HEIGHT * POINTS) / (top - FROM_Y), top)
  const colours = Object.values(look.colours).map((three) => three.map(rgbOf))
  for (const shape of shapes) canvas.draw(shape, colours)
  return canvas.png()
}

/** With the arms at its sides. */
function lowered(body: Mesh, names: readonly string[]): Pick<Shape, 'position' | 'normal'> {
  const arms = new Set(names.flatMap((name, index) => (isOfArm(name) ? [index] : [])))
  const normals = normalsOf(body)
  const turned = body.position.map((p, index) => {
    const weights = body.weights[index] ?? []
    const joints = body.joints[index] ?? []
    const part = joints.reduce(
      (sum, joint, k) => sum + (arms.has(joint) ? (weights[k] ?? 0) : 0),
      0,
    )
    const side = Math.sign(p[0])
    const angle = -side * ARMS_DOWN * part
    const [x, y] = rotated(p[0] - side * SHOULDER_X, p[1] - ARM_Y, angle)
    const [nx, ny, nz] = normals[index] ?? [0, 0, 1]
    const position: Vec = part > 0 ? [x + side * SHOULDER_X, y + ARM_Y, p[2]] : p
    return { position, normal: [...rotated(nx, ny, angle), nz] satisfies Vec }
  })
  return {
    position: turned.map(({ position }) => position),
    normal: turned.map(({ normal }) => normal),
  }
}

const isOfArm = (name: string): boolean =>
  /^(left|right)(UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little)/.test(name)

const rotated = (x: number, y: number, angle: number): [number, number] => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]

type Colour = readonly number[]

/** What is nearer hides what is farther. */
class Canvas {
  readonly #wide = WIDTH * POINTS
  readonly #high = HEIGHT * POINTS
  readonly #scale: number
  readonly #top: number
  readonly #depth = new Float64Array(this.#wide * this.#high).fill(-Infinity)
  readonly #colour: (Colour | undefined)[] = []

  /** `scale`: points a metre; `top`: the height that is uppermost. */
  constructor(scale: number, top: number) {
    this.#scale = scale
    this.#top = top
  }

  draw(shape: Shape, colours: readonly (readonly Colour[])[]): void {
    const at = shape.position.map(([x, y, z]): Vec => [
      this.#wide / 2 + x * this.#scale,
      (this.#top - y) * this.#scale,
      z,
    ])
    const { index } = shape
    for (let i = 0; i < index.length; i += 3) {
      const corners = [index[i] ?? 0, index[i + 1] ?? 0, index[i + 2] ?? 0] as const
      const [a, b, c] = [at[corners[0]], at[corners[1]], at[corners[2]]]
      if (a && b && c)
        this.#triangle([a, b, c], (shares) => colourAt(shape, corners, shares, colours))
    }
  }

  #triangle([a, b, c]: [Vec, Vec, Vec], colourOf: (shares: Vec) => Colour): void {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
    if (area === 0) return
    const [left, right] = span([a[0], b[0], c[0]], this.#wide)
    const [upper, lower] = span([a[1], b[1], c[1]], this.#high)
    for (let y = upper; y <= lower; y++)
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5]
        const v = ((px - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (py - a[1])) / area
        const w = ((b[0] - a[0]) * (py - a[1]) - (px - a[0]) * (b[1] - a[1])) / area
        const u = 1 - v - w
        if (u < 0 || v < 0 || w < 0) continue
        const depth = u * a[2] + v * b[2] + w * c[2]
        const place = y * this.#wide + x
        if (depth <= (this.#depth[place] ?? 0)) continue
        this.#depth[place] = depth
        this.#colour[place] = colourOf([u, v, w])
      }
  }

  png(): Buffer {
    const stride = 1 + WIDTH * 4
    const raw = Buffer.alloc(HEIGHT * stride)
    for (let y = 0; y < HEIGHT; y++) {
      // Each byte is written as its difference to the pixel at its left
      raw[y * stride] = 1
      let before: Colour = [0, 0, 0, 0]
      for (let x = 0; x < WIDTH; x++) {
        const pixel = this.#pixel(x, y)
        for (const [c, value] of pixel.entries())
          raw[y * stride + 1 + x * 4 + c] = (value - (before[c] ?? 0)) & 255
        before = pixel
      }
    }
    return pngOf({ width: WIDTH, height: HEIGHT, alpha: true, data: packed(raw, [4, stride]) })
  }

  #pixel(x: number, y: number): Colour {
    const found: Colour[] = []
    for (let j = 0; j < POINTS; j++)
      for (let i = 0; i < POINTS; i++) {
        const colour = this.#colour[(y * POINTS + j) * this.#wide + x * POINTS + i]
        if (colour) found.push(colour)
      }
    if (found.length === 0) return [0, 0, 0, 0]
    const mean = [0, 1, 2].map((c) =>
      Math.round(found.reduce((sum, colour) => sum + (colour[c] ?? 0), 0) / found.length),
    )
    return [...mean, Math.round((255 * found.length) / POINTS ** 2)]
  }
}

const span = (of: readonly number[], size: number): [number, number] => [
  Math.max(0, Math.floor(Math.min(...of))),
  Math.min(size - 1, Math.ceil(Math.max(...of))),
]

function colourAt(
  { uv, normal }: Shape,
  corners: readonly number[],
  shares: Vec,
  colours: readonly (readonly Colour[])[],
): Colour {
  const [slot, along] = uv[corners[0] ?? 0] ?? [0, 0]
  const between = (of: (corner: number) => number) =>
    corners.reduce((sum, corner, k) => sum + of(corner) * (shares[k] ?? 0), 0)
  const t = (between((corner) => uv[corner]?.[1] ?? along) - 0.02) / 0.96
  const bright = LIGHT.reduce(
    (sum, part, k) => sum + part * between((corner) => normal[corner]?.[k] ?? 0),
    0,
  )
  const [light = [], dark = [], shade = []] = colours[Math.floor(slot * colours.length)] ?? []
  return bright < LIT_FROM ? shade : light.map((value, c) => mix(value, dark[c] ?? 0, t))
}
