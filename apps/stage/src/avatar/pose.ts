import { breathAt, swayAt } from '@kaibo/scene/motion.ts'

/** How somebody stands: of each bone how it is turned about its own axes, in radians; of the rest nothing. */
export type Pose = Readonly<Record<Bone, readonly [x: number, y: number, z: number]>>
export type Bone =
  | 'hips'
  | 'spine'
  | 'chest'
  | 'neck'
  | 'head'
  | 'leftUpperArm'
  | 'leftLowerArm'
  | 'leftHand'
  | 'rightUpperArm'
  | 'rightLowerArm'
  | 'rightHand'

export interface Doing {
  isSpeaking: boolean
  /** From 0 to 1. */
  joy: number
}

const RADIANS = Math.PI / 180
/** Models stand with their arms out: so far they come down, and so far up again out of joy. */
const ARMS_DOWN = 1.18
const ARMS_UP = 0.75
const ELBOW = 0.22
const ELBOW_UP = 1.5
const NOD_MS = 1_150
const WAVE_MS = 520

const wave = (now: number, every: number): number => Math.sin((now / every) * 2 * Math.PI)
const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** A function of time, so that every page shows the same. */
export function poseAt(now: number, { isSpeaking, joy }: Doing): Pose {
  const sway = swayAt(now, isSpeaking) * RADIANS
  const breath = breathAt(now)
  const nod = isSpeaking ? 0.035 * wave(now, NOD_MS) : 0.012 * wave(now, 3 * NOD_MS)
  const tilt = (isSpeaking ? 0.05 : 0.03) * wave(now, 5_300)
  const turn = 0.07 * wave(now, 9_100) + (isSpeaking ? 0.03 * wave(now, 1_700) : 0)
  const arm = mix(ARMS_DOWN, ARMS_UP, joy) - 4 * breath
  const elbow = mix(ELBOW, ELBOW_UP, joy) + joy * 0.22 * wave(now, WAVE_MS)
  const gesture = isSpeaking ? 0.16 * (1 + wave(now, 2_300)) : 0
  return {
    hips: [0, sway * 0.5, sway * 1.2],
    spine: [6 * breath, 0, -sway],
    chest: [-8 * breath, sway, sway * 0.6],
    neck: [nod * 0.4, turn * 0.4, tilt * 0.4],
    head: [nod - 0.06 * joy, turn * 0.6, tilt + 0.05 * joy * wave(now, 2 * WAVE_MS)],
    leftUpperArm: [0, -gesture * 0.5, -arm],
    leftLowerArm: [0, -elbow - gesture, joy * 0.5],
    leftHand: [0, 0, -0.1],
    rightUpperArm: [0, gesture * 0.3, arm],
    rightLowerArm: [0, elbow + gesture * 0.6, -joy * 0.5],
    rightHand: [0, 0, 0.1],
  }
}

/** How far the body is lifted off its place, of its own height: it hops for joy. */
export const hopAt = (now: number, joy: number): number =>
  joy * 0.012 * Math.abs(wave(now, 2 * WAVE_MS))

const GLANCE_MS = 2_600
const GLANCES: readonly (readonly [yaw: number, pitch: number])[] = [
  [0, 0],
  [6, -2],
  [0, 0],
  [-7, -1],
  [0, 3],
  [3, -6],
  [0, 0],
]
const MOVE_MS = 120

const glance = (index: number): (typeof GLANCES)[number] =>
  GLANCES[((index % GLANCES.length) + GLANCES.length) % GLANCES.length] ?? [0, 0]

/** Where the eyes look, in degrees to the left and down: mostly at who watches. */
export function gazeAt(now: number): { yaw: number; pitch: number } {
  const step = Math.floor(now / GLANCE_MS)
  const [from, to] = [glance(step - 1), glance(step)]
  const t = Math.min(1, (now - step * GLANCE_MS) / MOVE_MS)
  return { yaw: mix(from[0], to[0], t), pitch: mix(from[1], to[1], t) }
}
