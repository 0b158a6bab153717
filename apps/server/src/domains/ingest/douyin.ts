import { isShallow } from '@kaibo/contract/kernel/nesting.ts'

type Payload = Readonly<Record<string, unknown>>

/** What a message type adds to the event that every payload makes. */
const KINDS: Readonly<Record<string, (payload: Payload) => object>> = {
  live_comment: ({ content }) => ({ kind: 'danmu', text: content }),
  live_like: ({ like_num }) => ({ kind: 'like', count: like_num }),
  live_fansclub: () => ({ kind: 'follow' }),
  live_gift: ({ sec_gift_id, gift_num, gift_value }) => ({
    kind: 'gift',
    gift: {
      id: sec_gift_id,
      // Douyin pushes no names.
      name: '礼物',
      count: gift_num,
      raw_unit: '分',
      raw_value: gift_value,
      fen: gift_value,
      paid: gift_value !== 0,
    },
  }),
}

export const isDouyinType = (type: string): boolean => Object.hasOwn(KINDS, type)

/** Turns a payload into our event without checking it; the event's schema does that afterwards. */
export function douyinEvent(type: string, payload: unknown, room_code: string): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const fields = { ...payload } as Payload
  return {
    source: 'douyin',
    event_id: fields['msg_id'],
    room_code,
    at: fields['timestamp'],
    user: {
      open_id: fields['sec_openid'],
      // Some viewers have none.
      nickname: fields['nickname'] ?? '',
      avatar: fields['avatar_url'] ?? undefined,
    },
    is_test: fields['test'] === true,
    is_ai: false,
    raw: isShallow(fields) ? fields : undefined,
    ...KINDS[type]?.(fields),
  }
}
