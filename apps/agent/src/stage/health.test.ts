import { beforeEach, expect, test } from 'vitest'
import { ManualTime } from '#time/manual-time.ts'
import { StageHealth } from './health.ts'

let time: ManualTime
let changes: number
let health: StageHealth
const seen = { run_id: 'run-1', isOpen: true, isMuted: false, isSeen: true }

beforeEach(() => {
  time = new ManualTime()
  changes = 0
  health = new StageHealth(time, () => void changes++)
})

test('a page that is gone for 15 s is missed, one that never was there is not', async () => {
  health.show({ ...seen, isSeen: false })
  await time.advance(100_000)
  expect(health.trouble).toBeNull()
  health.show(seen)
  health.show({ ...seen, isSeen: false })
  await time.advance(14_999)
  expect(health.trouble).toBeNull()
  await time.advance(1)
  expect(health.trouble).toBe('stage_lost')
  expect(changes).toBe(1)
  health.show(seen)
  expect(health.trouble).toBeNull()
})

test('three sentences that were not heard: the voice is down, is tried each 30 s, and is back when one is heard', async () => {
  health.show(seen)
  for (let i = 0; i < 3; i += 1) health.said(false)
  expect(health.trouble).toBe('voice_down')
  expect([health.mayTry(), health.mayTry()]).toEqual([true, false])
  await time.advance(30_000)
  expect(health.mayTry()).toBe(true)
  health.said(true)
  expect(health.trouble).toBeNull()
  expect(changes).toBe(2)
})

test('a minute without sound is told, but not of a room that is muted, paused or off air', async () => {
  health.show(seen)
  await time.advance(60_000)
  expect(health.trouble).toBe('silent')
  expect(changes).toBe(1)
  for (const other of [{ isMuted: true }, { isOpen: false }, { run_id: null }]) {
    health.show({ ...seen, ...other })
    expect(health.trouble).toBeNull()
  }
})

test('another run begins anew', () => {
  health.show(seen)
  for (let i = 0; i < 3; i += 1) health.said(false)
  health.show({ ...seen, run_id: 'run-2' })
  expect(health.trouble).toBeNull()
})
