import { expect, test } from 'vitest'
import { drawnLines, lineAt, offsetsOf } from './virtual.ts'

test('lines begin where those before them end, with the gap between two', () => {
  expect(offsetsOf([100, 50, 50], 10)).toEqual([0, 110, 170, 220])
  expect(offsetsOf([], 10)).toEqual([0])
})

test('a height is that of the line in which it lies', () => {
  const offsets = offsetsOf([100, 50, 50], 10)
  expect([-40, 0, 109, 110, 169, 170, 9_999].map((y) => lineAt(offsets, y))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ])
})

test('of a thousand lines those in sight are drawn, and the one with the focus wherever it is', () => {
  const offsets = offsetsOf(Array.from({ length: 1_000 }, () => 40))
  const sight = { top: 4_000, bottom: 4_130 }
  expect(drawnLines(offsets, sight, undefined)).toEqual([100, 101, 102, 103])
  expect(drawnLines(offsets, sight, 2)).toEqual([2, 100, 101, 102, 103])
  expect(drawnLines(offsets, sight, 101)).toEqual([100, 101, 102, 103])
  expect(drawnLines(offsets, sight, 999)).toEqual([100, 101, 102, 103, 999])
  expect(drawnLines(offsets, sight, 1_000), 'gone meanwhile').toEqual([100, 101, 102, 103])
  expect(drawnLines(offsetsOf([]), sight, 0)).toEqual([])
})
