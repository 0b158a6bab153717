/* Where boxes of a scene come to stand: pure, in the pixels of the canvas, angles in degrees. */

export interface Box {
  x: number
  y: number
  w: number
  h: number
  rotate: number
}

export interface Point {
  x: number
  y: number
}

/** Which edges a grip moves: of the left and the upper one −1, of the right and the lower one 1, of neither 0. */
export interface Grip {
  sx: -1 | 0 | 1
  sy: -1 | 0 | 1
}

export const GRIPS: readonly Grip[] = [
  { sx: -1, sy: -1 },
  { sx: 0, sy: -1 },
  { sx: 1, sy: -1 },
  { sx: 1, sy: 0 },
  { sx: 1, sy: 1 },
  { sx: 0, sy: 1 },
  { sx: -1, sy: 1 },
  { sx: -1, sy: 0 },
]

/** Nothing gets smaller: it could not be caught any more. */
export const LEAST_PX = 8

export const centreOf = ({ x, y, w, h }: Omit<Box, 'rotate'>): Point => ({
  x: x + w / 2,
  y: y + h / 2,
})

/** A way turned by an angle. */
export function turned({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** Where a place of the box's own, counted from its middle, stands on the canvas. */
export function placeOn(box: Box, own: Point): Point {
  const { x, y } = centreOf(box)
  const way = turned(own, box.rotate)
  return { x: x + way.x, y: y + way.y }
}

export const moved = <B extends Box>(box: B, { x, y }: Point): B => ({
  ...box,
  x: box.x + x,
  y: box.y + y,
})

interface Resizing {
  grip: Grip
  /** How far the grip was pulled, on the canvas. */
  by: Point
  /** Height follows width. */
  keepsShape?: boolean
  least?: { w: number; h: number }
}

/** An edge or corner is pulled; the opposite one stays where it is, also of a box that is turned. */
export function resized<B extends Box>(box: B, { grip, by, keepsShape, least }: Resizing): B {
  const { sx, sy } = grip
  const own = turned(by, -box.rotate)
  const { w: leastW = LEAST_PX, h: leastH = LEAST_PX } = least ?? {}
  let w = Math.max(leastW, box.w + sx * own.x)
  let h = Math.max(leastH, box.h + sy * own.y)
  if (keepsShape) {
    const wanted = sx === 0 ? h / box.h : sy === 0 ? w / box.w : Math.max(w / box.w, h / box.h)
    const scale = Math.max(wanted, leastW / box.w, leastH / box.h)
    w = box.w * scale
    h = box.h * scale
  }
  // The middle moves half as far as the edge, along the box's own axes
  const shift = turned({ x: (sx * (w - box.w)) / 2, y: (sy * (h - box.h)) / 2 }, box.rotate)
  const middle = centreOf(box)
  return { ...box, w, h, x: middle.x + shift.x - w / 2, y: middle.y + shift.y - h / 2 }
}

const QUARTER = 90
const STEP = 15
/** A turn that is this close to a quarter is meant to be one. */
const NEAR_QUARTER = 3

/** Turned so that its upper edge looks to the pointer. */
export function rotatedTo<B extends Box>(box: B, { x, y }: Point, inSteps: boolean): B {
  const middle = centreOf(box)
  const angle = (Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI + QUARTER
  const near = Math.round(angle / QUARTER) * QUARTER
  const step = inSteps ? Math.round(angle / STEP) * STEP : Math.round(angle)
  return { ...box, rotate: withinTurn(Math.abs(angle - near) <= NEAR_QUARTER ? near : step) }
}

/** The same angle, from −180 to 180. */
export const withinTurn = (degrees: number): number => {
  const rest = ((degrees % 360) + 360) % 360
  return rest > 180 ? rest - 360 : rest
}

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The upright box around a box that may be turned. */
export function boundsOf(box: Box): Bounds {
  const corners = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => placeOn(box, { x: (sx * box.w) / 2, y: (sy * box.h) / 2 })),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  }
}

/** In whole pixels, as people read them. */
export const whole = <B extends Box>(box: B): B => ({
  ...box,
  x: Math.round(box.x),
  y: Math.round(box.y),
  w: Math.max(1, Math.round(box.w)),
  h: Math.max(1, Math.round(box.h)),
})
