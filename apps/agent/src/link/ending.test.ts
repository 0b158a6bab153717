import { beforeEach, expect, test } from 'vitest'
import { AGENT_CLOSE } from '@kaibo/contract/agent/frames.ts'
import { heardLog } from '#spool/spool.fixture.ts'
import { Backoff } from './backoff.ts'
import { waitAfter, type Ending } from './ending.ts'

const HOUR = 3_600_000
let heard: ReturnType<typeof heardLog>
let backoff: Backoff

beforeEach(() => {
  heard = heardLog()
  backoff = new Backoff(
    () => 0.5,
    () => 0,
  )
})

const wait = (ending: Ending) => waitAfter(ending, backoff, () => 0.5, heard.log)
const refused = (status: number, retryAfterS?: number): Ending => ({
  kind: 'refused',
  status,
  retryAfterS,
  serverTime: undefined,
})
const closed = (code: number, livedMs: number): Ending => ({ kind: 'closed', code, livedMs })

test('a code that will not be taken is tried hourly, and the log says what to do', () => {
  expect(wait(refused(401))).toBe(HOUR)
  expect(heard.lines.join('')).toContain('重新取登记码')
  expect(wait(refused(410))).toBe(HOUR)
  expect(heard.lines.join('')).toContain('已从控制台删除')
})

test('Retry-After is obeyed and spread over twice its time', () => {
  expect(wait(refused(503, 10))).toBe(15_000)
})

test('Retry-After neither calls a storm nor sends away for good', () => {
  expect([0, 0, 0].map((seconds) => wait(refused(503, seconds)))).toEqual([1_000, 1_500, 2_500])
  expect(wait(refused(503, 3_000_000))).toBe(HOUR)
})

test('other refusals, failures and closes back off', () => {
  expect(wait(refused(503))).toBe(1_000)
  expect(wait({ kind: 'failed', message: 'ECONNREFUSED' })).toBe(1_500)
  expect(wait(closed(1006, 59_999))).toBe(2_500)
  expect(wait(refused(409))).toBe(4_500)
})

test('the other of two agents under one registration is not chased', () => {
  expect(wait(closed(AGENT_CLOSE.replaced, 10))).toBe(300_000)
  expect(heard.lines.join('')).toContain('另一个进程')
})

test('a goaway names its own time', () => {
  expect(wait({ kind: 'goaway', waitMs: 1_234 })).toBe(1_234)
})
