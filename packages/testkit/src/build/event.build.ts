import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { TEST_NOW } from '../clock.ts'

export type Gift = NonNullable<LiveEvent['gift']>

/** A danmu that nobody sent before, from the platform of the journeys. */
export function danmuEvent(room_code: string, overrides: Partial<LiveEvent> = {}): LiveEvent {
  return {
    source: 'bilibili',
    event_id: randomUUID(),
    room_code,
    kind: 'danmu',
    at: TEST_NOW,
    user: { open_id: 'viewer-1', nickname: '观众一号' },
    text: '你好',
    is_test: false,
    is_ai: false,
    ...overrides,
  }
}

export type GiftOverrides = Partial<Omit<LiveEvent, 'gift'>> & { gift?: Partial<Gift> }

/** A paid gift of 10 yuan that nobody sent before. */
export function giftEvent(
  room_code: string,
  { gift, ...overrides }: GiftOverrides = {},
): LiveEvent {
  const { text: _, ...event } = danmuEvent(room_code, { kind: 'gift' })
  return {
    ...event,
    ...overrides,
    gift: {
      id: 'gift-1',
      name: '小花花',
      count: 1,
      raw_unit: '金瓜子',
      raw_value: 10_000,
      fen: 1_000,
      paid: true,
      ...gift,
    },
  }
}

/** The same two from a source of a partner's own, as a generic push may name it. */
export const partnerDanmu = (room_code: string, overrides: Partial<LiveEvent> = {}) =>
  danmuEvent(room_code, { source: 'partner', ...overrides })
export const partnerGift = (room_code: string, overrides: GiftOverrides = {}) =>
  giftEvent(room_code, { source: 'partner', ...overrides })
