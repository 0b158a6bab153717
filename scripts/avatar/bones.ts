import { both, type Vec } from './vec.ts'

interface Bone {
  parent: string | null
  at: Vec
  /** What VRM calls it; of what swings nothing. */
  human: boolean
}

export type Bones = Readonly<Record<string, Bone>>

const bone = (parent: string | null, ...at: Vec): Bone => ({ parent, at, human: true })
const swinging = (parent: string, ...at: Vec): Bone => ({ parent, at, human: false })

export const FINGERS = [
  { name: 'Index', z: 0.0165, from: 0.387, long: 0.037, thick: 0.0086 },
  { name: 'Middle', z: 0.0055, from: 0.39, long: 0.04, thick: 0.0088 },
  { name: 'Ring', z: -0.0055, from: 0.388, long: 0.037, thick: 0.0086 },
  { name: 'Little', z: -0.016, from: 0.383, long: 0.031, thick: 0.0078 },
] as const

/** How high arms are held; hands are as high. */
export const ARM_Y = 0.785

/** The body; `tails` are the names of what swings. */
export function bonesOf(hair: 'tails' | 'ponytail'): { bones: Bones; tails: string[][] } {
  const bones: Record<string, Bone> = {
    hips: bone(null, 0, 0.56, 0),
    spine: bone('hips', 0, 0.62, 0),
    chest: bone('spine', 0, 0.7, 0),
    neck: bone('chest', 0, 0.845, 0),
    head: bone('neck', 0, 0.885, 0),
  }
  for (const { side, s } of both) {
    bones[`${side}Shoulder`] = bone('chest', s * 0.03, 0.795, 0)
    bones[`${side}UpperArm`] = bone(`${side}Shoulder`, s * 0.09, ARM_Y, 0)
    bones[`${side}LowerArm`] = bone(`${side}UpperArm`, s * 0.215, ARM_Y, 0)
    bones[`${side}Hand`] = bone(`${side}LowerArm`, s * 0.325, ARM_Y, 0)
    bones[`${side}ThumbMetacarpal`] = bone(`${side}Hand`, s * 0.345, ARM_Y, 0.018)
    bones[`${side}ThumbProximal`] = bone(`${side}ThumbMetacarpal`, s * 0.362, ARM_Y, 0.033)
    for (const { name, z, from, long } of FINGERS) {
      bones[`${side}${name}Proximal`] = bone(`${side}Hand`, s * from, ARM_Y, z)
      bones[`${side}${name}Intermediate`] = bone(
        `${side}${name}Proximal`,
        s * (from + long * 0.5),
        ARM_Y,
        z,
      )
    }
    bones[`${side}UpperLeg`] = bone('hips', s * 0.062, 0.53, 0)
    bones[`${side}LowerLeg`] = bone(`${side}UpperLeg`, s * 0.062, 0.3, 0.004)
    bones[`${side}Foot`] = bone(`${side}LowerLeg`, s * 0.064, 0.075, 0)
  }
  const tails = hair === 'tails' ? twoTails(bones) : ponytail(bones)
  return { bones, tails }
}

function twoTails(bones: Record<string, Bone>): string[][] {
  return both.map(({ side, s }) =>
    chain(bones, `${side}Tail`, [
      [s * 0.165, 1.19, -0.05],
      [s * 0.27, 1.09, -0.06],
      [s * 0.295, 0.94, -0.06],
      [s * 0.275, 0.79, -0.05],
      [s * 0.24, 0.68, -0.04],
    ]),
  )
}

/** One behind, and a long lock on each side of the face. */
function ponytail(bones: Record<string, Bone>): string[][] {
  const behind = chain(bones, 'backTail', [
    [0, 1.235, -0.13],
    [0, 1.21, -0.25],
    [0, 1.06, -0.31],
    [0, 0.9, -0.3],
    [0, 0.77, -0.26],
  ])
  const locks = both.map(({ side, s }) =>
    chain(bones, `${side}Lock`, [
      [s * 0.172, 1.07, 0.075],
      [s * 0.182, 0.96, 0.08],
      [s * 0.165, 0.86, 0.085],
    ]),
  )
  return [behind, ...locks]
}

function chain(bones: Record<string, Bone>, name: string, places: readonly Vec[]): string[] {
  const names = places.map((_, index) => `${name}${index + 1}`)
  places.forEach((at, index) => {
    bones[names[index] ?? ''] = swinging(names[index - 1] ?? 'head', ...at)
  })
  return names
}
