import { expect, test } from 'vitest'
import { gazeAt, hopAt, poseAt } from './pose.ts'

const still = { isSpeaking: false, joy: 0 }
const times = Array.from({ length: 400 }, (_, index) => index * 137)

test('at every instant all bones are turned by something that a body can do', () => {
  for (const now of times)
    for (const doing of [still, { isSpeaking: true, joy: 0 }, { isSpeaking: true, joy: 1 }])
      for (const turned of Object.values(poseAt(now, doing)))
        for (const angle of turned) expect(Math.abs(angle)).toBeLessThan(2.3)
})

test('arms hang down, and go up for joy', () => {
  const [, , calm] = poseAt(0, still).leftUpperArm
  const [, , glad] = poseAt(0, { isSpeaking: false, joy: 1 }).leftUpperArm
  expect(calm).toBeLessThan(glad)
  expect(hopAt(260, 0)).toBe(0)
  expect(hopAt(260, 1)).toBeGreaterThan(0)
})

test('the eyes move in steps, and come back to who watches', () => {
  const gazes = times.map(gazeAt)
  expect(gazes.some(({ yaw }) => yaw > 5)).toBe(true)
  expect(gazes.some(({ yaw }) => yaw < -5)).toBe(true)
  expect(gazes.filter(({ yaw, pitch }) => yaw === 0 && pitch === 0).length).toBeGreaterThan(100)
  const jumps = times.slice(1).map((now) => Math.abs(gazeAt(now + 1).yaw - gazeAt(now).yaw))
  expect(Math.max(...jumps)).toBeLessThan(1)
})
