import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boundsOf,
  GRIPS,
  LEAST_PX,
  moved,
  placeOn,
  resized,
  rotatedTo,
  turned,
  withinTurn,
  type Box,
} from './scene.geometry.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const box: fc.Arbitrary<Box> = fc.record({
  x: number(-2_000, 2_000),
  y: number(-2_000, 2_000),
  w: number(LEAST_PX, 2_000),
  h: number(LEAST_PX, 2_000),
  rotate: number(-360, 360),
})
const point = fc.record({ x: number(-3_000, 3_000), y: number(-3_000, 3_000) })
const grip = fc.constantFrom(...GRIPS)
const corner = (of: Box) => placeOn(of, { x: of.w / 2, y: of.h / 2 })

test('the edge opposite to the one that is pulled stays where it is, also of a turned box', () => {
  fc.assert(
    fc.property(box, grip, point, fc.boolean(), (before, pulled, by, keepsShape) => {
      const after = resized(before, { grip: pulled, by, keepsShape })
      const opposite = (of: Box) =>
        placeOn(of, { x: (-pulled.sx * of.w) / 2, y: (-pulled.sy * of.h) / 2 })
      const [was, is] = [opposite(before), opposite(after)]
      expect(is.x).toBeCloseTo(was.x, 4)
      expect(is.y).toBeCloseTo(was.y, 4)
    }),
  )
})

test('the pulled corner is where the pointer is, as long as the box does not get too small', () => {
  fc.assert(
    fc.property(box, point, (before, by) => {
      const own = turned(by, -before.rotate)
      fc.pre(before.w + own.x > LEAST_PX && before.h + own.y > LEAST_PX)
      const after = resized(before, { grip: { sx: 1, sy: 1 }, by })
      expect(corner(after).x).toBeCloseTo(corner(before).x + by.x, 4)
      expect(corner(after).y).toBeCloseTo(corner(before).y + by.y, 4)
    }),
  )
})

test('nothing gets smaller than can be caught, and what keeps its shape keeps it', () => {
  fc.assert(
    fc.property(box, grip, point, fc.boolean(), (before, pulled, by, keepsShape) => {
      const { w, h, rotate } = resized(before, { grip: pulled, by, keepsShape })
      expect(w).toBeGreaterThanOrEqual(LEAST_PX - 1e-6)
      expect(h).toBeGreaterThanOrEqual(LEAST_PX - 1e-6)
      expect(rotate).toBe(before.rotate)
      if (keepsShape) expect(w / h / (before.w / before.h)).toBeCloseTo(1, 6)
    }),
  )
})

test('what is moved there and back is where it was', () => {
  fc.assert(
    fc.property(box, point, (before, { x, y }) => {
      const after = moved(moved(before, { x, y }), { x: -x, y: -y })
      expect(after.x).toBeCloseTo(before.x, 6)
      expect(after.y).toBeCloseTo(before.y, 6)
    }),
  )
})

test('a box is turned to the pointer, about its middle, and drawn to quarters', () => {
  const flat = { x: 0, y: 0, w: 100, h: 100, rotate: 0 }
  expect(rotatedTo(flat, { x: 50, y: -500 }, false).rotate).toBe(0)
  expect(rotatedTo(flat, { x: 500, y: 50 }, false).rotate).toBe(90)
  expect(rotatedTo(flat, { x: 500, y: 60 }, false).rotate).toBe(90)
  expect(rotatedTo(flat, { x: 50, y: 500 }, false).rotate).toBe(180)
  expect(rotatedTo(flat, { x: -500, y: 50 }, false).rotate).toBe(-90)
  expect(rotatedTo(flat, { x: 150, y: -40 }, true).rotate % 15).toBe(0)
})

test('an angle is the same within one turn', () => {
  fc.assert(
    fc.property(number(-1_000, 1_000), (angle) => {
      const within = withinTurn(angle)
      expect(within).toBeGreaterThan(-180 - 1e-9)
      expect(within).toBeLessThanOrEqual(180)
      expect(Math.cos((within * Math.PI) / 180)).toBeCloseTo(Math.cos((angle * Math.PI) / 180), 6)
    }),
  )
})

test('the bounds of a turned box hold all of its corners, and no more', () => {
  const { left, top, right, bottom } = boundsOf({ x: 0, y: 0, w: 200, h: 100, rotate: 90 })
  expect([left, top, right, bottom].map(Math.round)).toEqual([50, -50, 150, 150])
})
