import type { Moment } from '@kaibo/contract/room/room.schema.ts'

/** A moment of an instant: a message, unless said otherwise. */
export const momentAt = (at: number, more: Partial<Moment> = {}): Moment => ({
  id: `${at}-e-bilibili/${at}`,
  room_code: 'K7M2P9QX',
  run_id: null,
  at,
  kind: 'event',
  tag: 'danmu',
  text: '',
  text_en: null,
  user: null,
  fen: null,
  event_id: null,
  speech_id: null,
  played: null,
  left_ms: null,
  is_test: 0,
  is_late: 0,
  ...more,
})
