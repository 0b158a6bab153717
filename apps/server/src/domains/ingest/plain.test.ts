import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LiveEvent } from '@kaibo/contract/live/event.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { checkEvent, checkItem } from './check.ts'
import { isPlainEvent } from './plain.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 130 }),
  fc.constantFrom('', 'a', 'bilibili', '\0', '半\ud83d', 'x'.repeat(1001)),
)
const numbers = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.double(),
  fc.constantFrom(100_000_000, 100_000_001, 1_000_000, 1_000_001, 10_000_001, 2 ** 53, NaN),
)
const odd = fc.oneof(
  texts,
  numbers,
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}, 'guard', 'gift', 'nonsense'),
)

/** An event that may have any of its fields spoilt, missing, or joined by an unknown one. */
const events = fc
  .record({
    base: fc.constantFrom(
      danmuEvent('ABCDEFGH'),
      giftEvent('ABCDEFGH'),
      giftEvent('ABCDEFGH', { kind: 'guard', raw: { cmd: 'GUARD' }, gift: { combo_id: 'c' } }),
    ),
    where: fc.constantFrom('event', 'user', 'gift'),
    key: fc.constantFrom(
      ...['source', 'event_id', 'room_code', 'kind', 'at', 'user', 'text', 'gift', 'count'],
      ...['is_test', 'is_ai', 'raw', 'open_id', 'nickname', 'avatar', 'level', 'fan_level'],
      ...['guard_level', 'id', 'name', 'raw_unit', 'raw_value', 'fen', 'paid', 'combo_id', 'other'],
    ),
    value: odd,
    drops: fc.boolean(),
  })
  .map(({ base, where, key, value, drops }) => {
    const copy: Record<string, unknown> = structuredClone(base)
    const inner = where === 'event' ? copy : copy[where]
    if (typeof inner !== 'object' || inner === null) return copy
    if (drops) Reflect.deleteProperty(inner, key)
    else Reflect.set(inner, key, value)
    return copy
  })

test('what is plain, the schema accepts and leaves as it is', () => {
  let plain = 0
  fc.assert(
    fc.property(events, (event) => {
      if (!isPlainEvent(event)) return
      plain += 1
      const parsed = LiveEvent.safeParse(event)
      expect(parsed.success && parsed.data).toEqual(event)
    }),
    { numRuns: 5_000 },
  )
  expect(plain).toBeGreaterThan(500)
})

test('what is not plain, the schema refuses or changes, or fills in', () => {
  fc.assert(
    fc.property(events, (event) => {
      if (isPlainEvent(event)) return
      const parsed = LiveEvent.safeParse(event)
      const isKept = parsed.success && JSON.stringify(parsed.data) === JSON.stringify(event)
      // Only a field that is there and undefined, which JSON cannot carry, may be kept.
      if (isKept) expect(JSON.stringify(event)).toBe(JSON.stringify(parsed.data))
      expect(checkEvent(event).ok).toBe(parsed.success)
    }),
    { numRuns: 5_000 },
  )
})
