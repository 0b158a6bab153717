import { expect, test } from 'vitest'
import { linesOf, snapped, snappedPull } from './scene.snap.ts'

const box = (x: number, y: number, rotate = 0) => ({ x, y, w: 200, h: 100, rotate })
const lines = linesOf([box(300, 700)])

test.each([
  ['the left edge of the canvas', box(5, 400), { x: 0, y: 400 }, ['x 0']],
  ['the middle of the canvas', box(445, 907), { x: 440, y: 910 }, ['x 540', 'y 960']],
  ['the edge of another box', box(504, 400), { x: 500, y: 400 }, ['x 500']],
  ['nothing that is far', box(120, 400), { x: 120, y: 400 }, []],
])('a box is drawn to %s', (_, at, to, guides) => {
  const { box: there, guides: found } = snapped(at, lines, 8)
  expect(there).toMatchObject(to)
  expect(found.map(({ axis, at: place }) => `${axis} ${place}`)).toEqual(guides)
})

test('a turned box is drawn by what is seen of it', () => {
  const { box: there } = snapped(box(-45, 400, 90), lines, 8)
  expect(there.x).toBeCloseTo(-50, 6)
})

test('an edge that is pulled comes to a line; of a turned box none does', () => {
  const pull = { grip: { sx: 1, sy: 0 }, by: { x: 336, y: 0 } }
  expect(snappedPull(box(0, 400), pull, lines, 8).by).toEqual({ x: 340, y: 0 })
  expect(snappedPull(box(0, 400, 30), pull, lines, 8)).toEqual({ by: pull.by, guides: [] })
})
