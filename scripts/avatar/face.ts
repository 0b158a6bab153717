import { faceZ } from './head.ts'
import type { Mesh } from './mesh.ts'
import { both, mix, smooth, type Side, type Vec } from './vec.ts'

/*
 * The face, drawn on the head from what it does; an expression is the difference to the calm face. All faces have the same
 * points in the same order.
 */

const { sin, cos, PI, sqrt, max } = Math

interface State {
  /** How far the eyes are shut, and how much the lids arch, as in a smile. */
  left: number
  right: number
  arch: number
  wide: number
  look: readonly [number, number]
  brow: number
  tilt: number
  /** Half width, up, down, how much it smiles. */
  mouth: readonly [number, number, number, number]
}

export const CALM: State = {
  left: 0,
  right: 0,
  arch: 0,
  wide: 0,
  look: [0, 0],
  brow: 0,
  tilt: 0,
  mouth: [0.021, 0.0022, 0.0022, 0.006],
}

export const EXPRESSIONS: Readonly<Record<string, Partial<State>>> = {
  aa: { mouth: [0.026, 0.008, 0.03, 0.004] },
  ih: { mouth: [0.027, 0.005, 0.009, 0.006] },
  ou: { mouth: [0.0125, 0.008, 0.012, 0.001] },
  ee: { mouth: [0.03, 0.005, 0.013, 0.009] },
  oh: { mouth: [0.018, 0.011, 0.022, 0.001] },
  blink: { left: 1, right: 1 },
  blinkLeft: { left: 1 },
  blinkRight: { right: 1 },
  lookUp: { look: [0, 0.008] },
  lookDown: { look: [0, -0.008] },
  lookLeft: { look: [0.008, 0] },
  lookRight: { look: [-0.008, 0] },
  happy: { left: 1, right: 1, arch: 1, brow: 0.008, mouth: [0.03, 0.004, 0.022, 0.01] },
  relaxed: { left: 0.35, right: 0.35, brow: 0.003, mouth: [0.025, 0.0022, 0.0022, 0.01] },
  sad: { brow: 0.004, tilt: -0.018, left: 0.2, right: 0.2, mouth: [0.018, 0.0022, 0.0022, -0.007] },
  angry: { brow: -0.006, tilt: 0.02, left: 0.12, right: 0.12, mouth: [0.02, 0.003, 0.003, -0.006] },
  surprised: { brow: 0.014, wide: 1, mouth: [0.013, 0.011, 0.016, 0] },
}

export interface Face {
  points: Vec[]
  faces: number[]
  uv: [number, number][]
}

type Patch = (
  grid: [number, number],
  /** In metres above the skin. */
  off: number,
  slot: string,
  at: (u: number, v: number) => [number, number],
  tint?: (u: number, v: number) => number,
) => void

export function faceOf(state: State, palette: Pick<Mesh, 'uvOf'>): Face {
  const face: Face = { points: [], faces: [], uv: [] }
  const patch: Patch = ([nu, nv], off, slot, at, tint = (_, v) => v) => {
    const base = face.points.length
    for (let j = 0; j <= nv; j++)
      for (let i = 0; i <= nu; i++) {
        const [x, y] = at(i / nu, j / nv)
        face.points.push([x, y, faceZ(x, y) + off])
        face.uv.push(palette.uvOf([slot, tint(i / nu, j / nv)]))
      }
    for (let j = 0; j < nv; j++)
      for (let i = 0; i < nu; i++) {
        const a = base + j * (nu + 1) + i
        const c = a + nu + 1
        face.faces.push(a, c, a + 1, a + 1, c, c + 1)
      }
  }
  for (const side of both) {
    eye(patch, side, state)
    brow(patch, side, state)
    patch([14, 3], 0.0012, 'blush', (u, v) => {
      const c = cos(PI * (1 - u)) * side.s
      return [side.s * 0.106 + 0.022 * c, 0.985 + 0.0125 * sqrt(max(0, 1 - c * c)) * (1 - 2 * v)]
    })
  }
  patch([6, 1], 0.0012, 'nose', (u, v) => [
    0.0035 * (2 * u - 1),
    0.997 + 0.0035 * (0.5 - v) * sin(PI * mix(0.1, 0.9, u)),
  ])
  lips(patch, state)
  return face
}

const EYE = { x: 0.076, y: 1.04, rx: 0.04, ry: 0.05 }

function eye(patch: Patch, { side, s }: Side, state: State): void {
  const { rx, ry, y: cy } = EYE
  const cx = s * EYE.x
  const shut = state[side]
  const lid = (x: number) => {
    const k = 1 - Math.min(1, ((x - cx) / rx) ** 2)
    return cy + mix(-0.018 - 0.012 * k, -0.012 + 0.022 * k, state.arch)
  }
  const eyelid = (x: number, y: number): [number, number] => [x, mix(y, lid(x), shut)]
  // Columns, so that it folds onto the lid when the eye shuts
  const disc = (
    x0: number,
    y0: number,
    a: number,
    b: number,
    off: number,
    slot: string,
    tint?: (u: number, v: number) => number,
  ) =>
    patch(
      [12, 6],
      off,
      slot,
      (u, v) => {
        const c = s * cos(PI * (1 - u))
        return eyelid(x0 + a * c, y0 + b * sqrt(max(0, 1 - c * c)) * (1 - 2 * v))
      },
      tint,
    )
  const [lx, ly] = state.look
  const wide = 1 + 0.12 * state.wide
  disc(cx, cy, rx, ry * wide, 0.0012, 'white')
  const ix = cx + lx - s * 0.002
  disc(ix, cy + 0.002 + ly * 0.5, 0.0325, 0.048, 0.0022, 'iris', (_, v) => smooth(0.2, 0.95, v))
  disc(ix, cy + 0.004 + ly, 0.014, 0.023, 0.003, 'pupil')
  disc(cx + lx - 0.012, cy + 0.021 + ly, 0.0105, 0.013, 0.0038, 'white')
  disc(cx + lx + 0.012, cy - 0.021 + ly, 0.0055, 0.0065, 0.0038, 'white')
  // The upper lash, with a wing outside
  patch([16, 1], 0.0046, 'lash', (u, v) => {
    const a = mix(0.06, 0.97, u) * PI
    const thick = (0.006 + 0.009 * u ** 1.5) * sin(mix(0.1, 0.92, u) * PI) ** 0.6
    const [x, y] = eyelid(cx - s * (rx + 0.003) * cos(a), cy + (ry * wide + 0.001) * sin(a))
    return [x + s * 0.006 * u ** 4, y + thick * (0.75 - v)]
  })
  // The lower lid, short
  patch([10, 1], 0.003, 'lash', (u, v) => {
    const a = mix(0.3, 0.86, u) * PI
    const [x, y] = eyelid(cx - s * rx * cos(a), cy - ry * sin(a))
    return [x, y + 0.0022 * (v - 0.5) * sin(u * PI)]
  })
}

function brow(patch: Patch, { s }: Side, state: State): void {
  patch([12, 1], 0.004, 'lash', (u, v) => [
    s * EYE.x + s * mix(-0.03, 0.034, u),
    EYE.y +
      0.07 +
      state.brow +
      0.009 * sin(PI * u) +
      state.tilt * (u - 0.5) +
      0.0055 * (0.5 - v) * sin(PI * mix(0.1, 0.95, u)),
  ])
}

function lips(patch: Patch, { mouth: [half, up, down, smile] }: State): void {
  const at =
    (k: number) =>
    (u: number, v: number): [number, number] => {
      const c = 2 * u - 1
      const e = sqrt(max(0, 1 - c * c))
      return [half * k * c, 0.952 + smile * (c * c - 0.5) + e * mix(up * k, -down * k, v)]
    }
  patch([16, 3], 0.0015, 'mouth', at(1))
  patch([14, 2], 0.0022, 'tongue', (u, v) => {
    const [x, y] = at(0.66)(u, 1)
    const high = down * 0.62 * sqrt(max(0, 1 - (2 * u - 1) ** 2)) * smooth(0.006, 0.016, down)
    return [x, y - 0.1 * down + (1 - v) * high]
  })
}
