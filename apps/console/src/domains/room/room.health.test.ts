import { expect, test } from 'vitest'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { pcHealth, talkHealth } from './room.health.ts'

const SEEN = 1_772_000_000_000
const STARTED = SEEN + 1_000

const pc = (presence: 'online' | 'unknown' | 'offline'): RoomRow['pc'] => ({
  pc_id: 'p1',
  name: '机房一号',
  presence,
  last_seen_at: SEEN,
  version: '0.1.0',
})
const run: NonNullable<RoomRow['run']> = {
  mode: 1,
  run_id: 'r1',
  started_at: STARTED,
  ended_at: null,
  gift_fen: 0,
  gift_count: 0,
  danmu: 0,
  viewers: 0,
  per_minute: [],
  money_unsent: 0,
}
/** A room on air that speaks, but for `more`. */
const room = (more: Partial<RoomRow> = {}): RoomRow => ({
  id: '1',
  room_code: 'K7M2P9QX',
  name: '深夜电台',
  org: { id: 'default', name: '公会' },
  account: { account_id: 'a1', nickname: '小夜', platform: 'bilibili' },
  pc: pc('online'),
  actor: '',
  game: null,
  mode: 1,
  state: 'living',
  muted: false,
  thumb: null,
  state_since: STARTED,
  status: 2,
  worker: 3,
  run,
  sentence: { text: '欢迎', at: STARTED + 5 },
  attention: null,
  stop: null,
  next_plan: null,
  confirmed: true,
  last_error: null,
  last_error_en: null,
  is_demo: 0,
  version: 1,
  created_at: SEEN,
  updated_at: SEEN,
  updated_by: null,
  ...more,
})

test('a PC says how it is, and since when it has not been seen', () => {
  expect(pcHealth(room())).toEqual({ tone: 'ok' })
  expect(pcHealth(room({ pc: null }))).toEqual({ tone: 'offline' })
  expect(pcHealth(room({ pc: pc('unknown') }))).toEqual({ tone: 'starting', at: SEEN })
  expect(pcHealth(room({ pc: pc('offline'), state: 'idle' }))).toEqual({
    tone: 'offline',
    at: SEEN,
  })
})

test('a PC that is gone while its room is on air needs a person', () => {
  expect(pcHealth(room({ pc: pc('offline') }))).toEqual({ tone: 'attention', at: SEEN })
})

test.each([
  ['talk_ok', {}],
  ['talk_silent', { sentence: null }],
  ['talk_silent', { sentence: { text: '上一场的', at: STARTED - 1 } }],
  ['talk_starting', { worker: 2 }],
  ['talk_waits', { pc: pc('unknown') }],
  ['talk_lost', { pc: pc('offline') }],
  ['talk_lost', { pc: null }],
  ['talk_idle', { state: 'ended' }],
  ['fault', { state: 'failed', last_error: '连不上平台' }],
  ['talk_idle', { state: 'failed' }],
] as const)('talk says %s of %j', (word, more) => {
  expect(talkHealth(room(more)).word).toBe(word)
})
