import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { isLate } from '@kaibo/contract/live/event.ts'
import { Played } from '@kaibo/contract/agent/played.schema.ts'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'

type Row<Table extends keyof Tables> = Omit<Selectable<Tables[Table]>, 'id'>
export type GiftRow = Row<'gift_event'>
export type EventRow = Row<'room_event'>
export type MomentRow = Row<'room_moment'>
/** With its id. */
export type StoredMoment = MomentRow & { id: number }
export type DecisionRow = Row<'trigger_log'>

/** The four tables of a timeline; of rows of one instant, those of a later table are effects of those of an earlier one. */
export const TABLE_LETTERS = ['g', 'e', 't', 'm'] as const
export type TableLetter = (typeof TABLE_LETTERS)[number]

const idOf = (at: number, letter: TableLetter, key: string) => `${at}-${letter}-${key}`
const isOrNot = (flag: number) => (flag === 1 ? IsOrNot.is : IsOrNot.not)
const lateness = ({ at, received_at }: { at: number; received_at: number }) =>
  isLate(at, received_at) ? IsOrNot.is : IsOrNot.not

/** A text of the server, in both languages. */
export const spoken = ({ zh, en }: Words) => ({ text: zh, text_en: en })

/** What a server has to say of a room, for its timeline. */
export const noteOf = (
  { id, run_id }: { id: string; run_id: string | null },
  { said, ...note }: Pick<MomentRow, 'key' | 'at' | 'tag'> & { said: Words },
): MomentRow => ({
  room_id: id,
  run_id,
  kind: 'log',
  ...note,
  ...spoken(said),
  event_id: null,
  data_json: null,
})

/** A text of people, rules or PCs, which has one language only. */
const written = (text: string) => ({ text, text_en: null })

export const ofGift = (room_code: string, row: GiftRow): Moment => ({
  id: idOf(row.at, 'g', `${row.source}/${row.event_id}`),
  room_code,
  run_id: row.run_id,
  at: row.at,
  kind: 'event',
  tag: row.kind,
  ...spoken(giftText(row)),
  user: { open_id: row.open_id, nickname: row.nickname },
  fen: row.fen,
  event_id: row.event_id,
  ...noCause,
  is_test: isOrNot(row.is_test),
  is_late: lateness(row),
})

function giftText({ kind, gift_name, count, text }: GiftRow): Words {
  if (kind === 'guard') return words(`开通 ${gift_name} ×${count}`, `became ${gift_name} ×${count}`)
  return kind === 'super_chat'
    ? asIs(text ?? gift_name)
    : words(`送出 ${gift_name} ×${count}`, `gave ${gift_name} ×${count}`)
}

export const ofEvent = (room_code: string, row: EventRow): Moment => ({
  id: idOf(row.at, 'e', `${row.source}/${row.event_id}`),
  room_code,
  run_id: row.run_id,
  at: row.at,
  kind: 'event',
  tag: row.kind,
  ...(row.text === null ? spoken(eventText(row)) : written(row.text)),
  // A game's event may be nobody's
  user: row.open_id === '' ? null : { open_id: row.open_id, nickname: row.nickname },
  fen: null,
  event_id: row.event_id,
  ...noCause,
  is_test: isOrNot(row.is_test),
  is_late: lateness(row),
})

const EVENT_TEXTS: Readonly<Record<string, Words>> = {
  follow: words('关注了主播', 'followed'),
  enter: words('进入直播间', 'joined'),
  share: words('分享了直播间', 'shared the room'),
  live_start: words('平台开始直播', 'The platform began the stream'),
  live_end: words('平台结束直播', 'The platform ended the stream'),
}

const eventText = ({ kind, count }: EventRow) =>
  kind === 'like' ? words(`点赞 ×${count}`, `liked ×${count}`) : (EVENT_TEXTS[kind] ?? asIs(''))

export const ofDecision = (room_code: string, row: DecisionRow): Moment => ({
  id: idOf(row.at, 't', row.key),
  room_code,
  run_id: row.run_id,
  at: row.at,
  kind: 'decision',
  tag: row.outcome,
  ...written(row.node_name),
  user: null,
  fen: null,
  event_id: row.event_id,
  speech_id: null,
  played: null,
  left_ms: row.outcome === COOLDOWN ? leftIn(row.trace_json) : null,
  is_test: IsOrNot.not,
  is_late: IsOrNot.not,
})

export const ofMoment = (room_code: string, row: MomentRow): Moment => ({
  id: idOf(row.at, 'm', row.key),
  room_code,
  run_id: row.run_id,
  at: row.at,
  kind: row.kind as Moment['kind'],
  tag: row.tag,
  text: row.text,
  text_en: row.text_en,
  user: null,
  fen: null,
  event_id: row.event_id,
  ...sentenceIn(row.data_json),
  left_ms: null,
  is_test: IsOrNot.not,
  is_late: IsOrNot.not,
})

/** What only sentences and decisions have. */
const noCause = { speech_id: null, played: null, left_ms: null }

const COOLDOWN = 'COOLDOWN'
/** The part of a trace that says how long a cooldown still lasted. */
const Cooling = z.object({ gate: z.literal(COOLDOWN), left_ms: z.int() })
const Traced = z.object({ steps: z.array(z.unknown()) })

/** Nothing where the trace was too long to be kept. */
function leftIn(trace_json: string | null): number | null {
  const trace = z.safeParse(Traced, parsed(trace_json))
  if (!trace.success) return null
  for (const step of trace.data.steps) {
    const cooling = z.safeParse(Cooling, step)
    if (cooling.success) return cooling.data.left_ms
  }
  return null
}

const Sentence = z.object({ speech_id: z.string(), played: z.optional(Played) })

function sentenceIn(data_json: string | null): Pick<Moment, 'speech_id' | 'played'> {
  const { data } = z.safeParse(Sentence, parsed(data_json))
  return { speech_id: data?.speech_id ?? null, played: data?.played ?? null }
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
