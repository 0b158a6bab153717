import {
  assert,
  boolean,
  constantFrom,
  double,
  integer,
  oneof,
  property,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { LiveEvent } from '@kaibo/contract/live/event.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { checkEvent } from './check.ts'
import { isPlainEvent } from './plain.ts'

const texts = oneof(
  string({ unit: 'grapheme', maxLength: 130 }),
  constantFrom('', 'a', 'bilibili', '\0', '半\ud83d', 'x'.repeat(1001)),
)
const numbers = oneof(
  integer({ min: -2, max: 3 }),
  double(),
  constantFrom(100_000_000, 100_000_001, 1_000_000, 1_000_001, 10_000_001, 2 ** 53, NaN),
)
const odd = oneof(
  texts,
  numbers,
  boolean(),
  constantFrom(null, undefined, [], {}, 'guard', 'gift', 'nonsense'),
)

const KEYS = (
  'source event_id room_code kind at user text gift count is_test is_ai raw open_id nickname avatar level ' +
  'fan_level guard_level id name raw_unit raw_value fen paid combo_id other'
).split(' ')

/** An event that may have any of its fields spoilt, missing, or joined by an unknown one. */
const events = record({
  base: constantFrom(
    danmuEvent('ABCDEFGH'),
    giftEvent('ABCDEFGH'),
    giftEvent('ABCDEFGH', { kind: 'guard', raw: { cmd: 'GUARD' }, gift: { combo_id: 'c' } }),
  ),
  where: constantFrom('event', 'user', 'gift'),
  key: constantFrom(...KEYS),
  value: odd,
  drops: boolean(),
}).map(({ base, where, key, value, drops }) => {
  const copy: Record<string, unknown> = structuredClone(base)
  const inner = where === 'event' ? copy : copy[where]
  if (typeof inner !== 'object' || inner === null) return copy
  if (drops) Reflect.deleteProperty(inner, key)
  else Reflect.set(inner, key, value)
  return copy
})

test('what is plain, the schema accepts and leaves as it is', () => {
  let plain = 0
  assert(
    property(events, (event) => {
      if (!isPlainEvent(event)) return
      plain += 1
      const parsed = LiveEvent.safeParse(event)
      expect(parsed.success && parsed.data).toEqual(event)
    }),
    { numRuns: 5_000 },
  )
  expect(plain).toBeGreaterThan(500)
})

test('what is not plain, the schema decides', () => {
  assert(
    property(events, (event) => {
      expect(checkEvent(event).ok).toBe(LiveEvent.safeParse(event).success)
    }),
    { numRuns: 5_000 },
  )
})
