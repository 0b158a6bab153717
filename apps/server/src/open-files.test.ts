import { expect, test } from 'vitest'
import { fitConnections, openFileLimit } from './open-files.ts'

test('connections that the system has files for are taken as they are set', () => {
  const said: string[] = []
  expect(fitConnections(12_000, 12_200, (text) => said.push(text))).toBe(12_000)
  expect(fitConnections(12_000, Infinity, (text) => said.push(text))).toBe(12_000)
  expect(said).toEqual([])
})

test('with fewer files fewer are taken, and it is said what to raise to how much', () => {
  const said: string[] = []
  expect(fitConnections(12_000, 1_024, (text) => said.push(text))).toBe(824)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('1024')
  expect(said[0]).toContain('LimitNOFILE')
  expect(said[0]).toContain('12200')
})

test('the limit is the one of this process', () => {
  expect(openFileLimit()).toBeGreaterThan(100)
})
