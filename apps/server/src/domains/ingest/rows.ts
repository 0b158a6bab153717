import type { Selectable } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { storable, type LiveEvent } from '@kaibo/contract/live/event.ts'
import type { InsertNews } from './insert.store.ts'
import type { LotteryDraw } from './lottery.rows.ts'
import type { GameItems } from './game.rows.ts'
import type { Place } from './place.ts'

/** A row before the database numbers it, with every column. */
export type NewRow<Table extends keyof Tables> = Omit<Selectable<Tables[Table]>, 'id'>
export type GiftEvent = NewRow<'gift_event'>
export type RoomEvent = NewRow<'room_event'>
export type RoomMoment = NewRow<'room_moment'>
export type Decision = NewRow<'trigger_log'>
export type RuleCount = Tables['rule_minute']
export type TapePiece = Tables['run_tape']
export type WordCount = Tables['word_day']

/** Rows for the database. */
export interface NewItems {
  gift_events: GiftEvent[]
  room_events: RoomEvent[]
  moments: RoomMoment[]
  decisions: Decision[]
  counts: RuleCount[]
  tapes: TapePiece[]
  words: WordCount[]
  games: GameItems
  inserts: InsertNews[]
  draws: LotteryDraw[]
}

type Numbered<Row> = Row & { id: number }

/** The rows that were new, with their ids. */
export interface StoredItems {
  gift_events: Numbered<GiftEvent>[]
  room_events: Numbered<RoomEvent>[]
  moments: Numbered<RoomMoment>[]
  decisions: Numbered<Decision>[]
}

type Item<Type extends SpoolItem['type']> = Extract<SpoolItem, { type: Type }>

/** How far a sender's clock may be ahead. */
const AHEAD_MS = 5 * 60_000

/** An earlier instant is an error: seconds instead of milliseconds, or none at all. */
const FIRST_MS = Date.UTC(2020, 0, 1)

/** The instant of an event; the time of arrival where the given one cannot be right. */
export const instant = (at: number, received_at: number) =>
  at > received_at + AHEAD_MS || at < FIRST_MS ? received_at : at

/** The event with its effective instant and test mark: recording mode and the simulator are tests, except in the demonstration. */
export function settled(event: LiveEvent, place: Place, received_at: number): LiveEvent {
  const at = instant(event.at, received_at)
  const is_test =
    event.is_test || place.rehearsal || (event.source === 'simulator' && !place.is_demo)
  // Most events need no change and are not copied.
  return at === event.at && is_test === event.is_test ? event : { ...event, at, is_test }
}

/** Whose event it is where it is nobody's: a game's. */
export const NOBODY = ''

/** `event` is settled. */
export function eventRow(event: LiveEvent, place: Place, received_at: number): RoomEvent {
  return {
    org_id: place.org_id,
    source: event.source,
    event_id: event.event_id,
    kind: event.kind,
    room_id: place.room_id,
    run_id: place.run_id,
    open_id: event.user?.open_id ?? NOBODY,
    nickname: event.user?.nickname ?? NOBODY,
    text: event.text ?? null,
    count: event.count ?? 1,
    is_ai: event.is_ai ? 1 : 0,
    is_test: event.is_test ? 1 : 0,
    at: event.at,
    received_at,
    data_json: event.game ? JSON.stringify(event.game) : null,
  }
}

/** `event` is settled and has a gift. An unpaid gift is stored with 0 fen. */
export function giftRow(
  event: LiveEvent,
  gift: NonNullable<LiveEvent['gift']>,
  place: Place,
  received_at: number,
): GiftEvent {
  return {
    source: event.source,
    event_id: event.event_id,
    kind: event.kind,
    room_id: place.room_id,
    room_code: place.room_code,
    run_id: place.run_id,
    account_id: place.account_id,
    org_id: place.org_id,
    open_id: event.user?.open_id ?? NOBODY,
    nickname: event.user?.nickname ?? NOBODY,
    gift_id: gift.id,
    gift_name: gift.name,
    count: gift.count,
    raw_unit: gift.raw_unit,
    raw_value: gift.raw_value,
    fen: gift.paid ? gift.fen : 0,
    is_ai: event.is_ai ? 1 : 0,
    is_test: event.is_test ? 1 : 0,
    at: event.at,
    received_at,
    raw_json: event.raw ? JSON.stringify(event.raw) : null,
    text: event.text ?? null,
  }
}

export const speechRow = (
  item: Item<'speech'>,
  key: string,
  place: Place,
  received_at: number,
): RoomMoment => ({
  key,
  room_id: place.room_id,
  run_id: place.run_id,
  at: instant(item.at, received_at),
  kind: 'speech',
  tag: item.state,
  text: storable(item.text),
  text_en: null,
  event_id: item.event_id && storable(item.event_id),
  data_json: JSON.stringify({
    speech_id: item.speech_id,
    priority: item.priority,
    played: item.played,
    why: item.why && storable(item.why),
    insert_id: item.insert_id && storable(item.insert_id),
  }),
})

export const logRow = (
  item: Item<'log'>,
  key: string,
  place: Place,
  received_at: number,
): RoomMoment => ({
  key,
  room_id: place.room_id,
  run_id: place.run_id,
  at: instant(item.at, received_at),
  kind: 'log',
  tag: item.level,
  text: storable(item.text),
  text_en: item.text_en === undefined ? null : storable(item.text_en),
  event_id: null,
  data_json: item.alarm ? JSON.stringify({ alarm: item.alarm }) : null,
})

export const decisionRow = (
  item: Item<'decision'>,
  key: string,
  place: Place,
  received_at: number,
): Decision => ({
  key,
  room_id: place.room_id,
  run_id: place.run_id,
  at: instant(item.at, received_at),
  event_id: storable(item.event_id),
  event_key: storable(item.event_key),
  set_id: storable(item.set_id),
  node_id: storable(item.node_id),
  node_name: storable(item.node_name),
  outcome: storable(item.outcome),
  text: item.text && storable(item.text),
  trace_json: item.trace && JSON.stringify(item.trace),
  v: item.v ?? null,
  open_id: item.open_id === undefined ? null : storable(item.open_id),
  opened: item.opened === undefined ? null : storable(item.opened),
  effects_json: item.effects ? JSON.stringify(item.effects) : null,
  vars_json: shortJson(item.vars),
  prior_json: shortJson(item.prior),
})

const MINUTE_MS = 60_000

export function countRows(
  { minute: said, rows }: Item<'counts'>,
  { room_id }: Place,
  received_at: number,
): RuleCount[] {
  const minute = Math.floor(instant(said * MINUTE_MS, received_at) / MINUTE_MS)
  return rows.map(({ set_id, v, node_id, outcome, n }) => ({
    set_id: storable(set_id),
    minute,
    room_id,
    node_id: storable(node_id),
    v,
    outcome: storable(outcome),
    n,
  }))
}

export function wordRows(
  { minute, words = [] }: Item<'counts'>,
  { room_id }: Place,
  received_at: number,
): WordCount[] {
  const day = dayOf(instant(minute * MINUTE_MS, received_at))
  return words.map(({ word, side, n }) => ({ word: storable(word), day, room_id, side, n }))
}

const MAX_READINGS = 4_096

/** Nothing where it is longer than a row may keep. */
function shortJson(value: object | undefined): string | null {
  const json = value && JSON.stringify(value)
  return json !== undefined && json.length <= MAX_READINGS ? json : null
}

export const tapeRow = (
  { from_at, to_at, piece, of, body }: Item<'tape'>,
  { room_id, run_id }: Place,
  received_at: number,
): TapePiece => ({
  room_id,
  run_id,
  from_at,
  to_at,
  piece,
  of,
  body,
  bytes: body.length,
  received_at,
})
