import type { LiveEvent } from '@kaibo/contract/live/event.ts'

export const eventOf = (overrides: Partial<LiveEvent> = {}): LiveEvent => ({
  source: 'simulator',
  event_id: 'e1',
  room_code: 'ABCD2345',
  kind: 'danmu',
  at: 1_700_000_000_000,
  user: { open_id: 'u1', nickname: '观众甲' },
  text: '主播好',
  is_test: false,
  is_ai: false,
  ...overrides,
})

export const giftOf = (fen: number, overrides: Partial<LiveEvent> = {}): LiveEvent =>
  eventOf({
    kind: 'gift',
    gift: {
      id: 'g1',
      name: '小花花',
      count: 1,
      raw_unit: '金瓜子',
      raw_value: fen * 10,
      fen,
      paid: fen > 0,
    },
    ...overrides,
  })
