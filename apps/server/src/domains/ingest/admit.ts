import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { insertNews, playNews } from './insert.store.ts'
import { playRows } from './play.rows.ts'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { MONEY_KINDS, type LiveEvent, type RefusedEvent } from '@kaibo/contract/live/event.ts'
import type { Checked } from './check.ts'
import { cmdRow, roundRow } from './game.rows.ts'
import { drawMoment, drawRow } from './lottery.rows.ts'
import type { Recorded } from './ledger.store.ts'
import { ownPlace, placeFor, placeInRoom, placeInRun, placeOutside, runAt } from './place.ts'
import type { Address, Destinations, Place, Pushing } from './place.ts'
import { addressIn, type Refusal } from './refuse.ts'
import {
  countRows,
  wordRows,
  decisionRow,
  eventRow,
  giftRow,
  instant,
  logRow,
  settled,
  speechRow,
  tapeRow,
} from './rows.ts'
import type { NewItems } from './rows.ts'

/** Items of a PC's spool. */
export interface SpoolBatch {
  pc_id: string
  /** `<pc_id>:<spool_id>`, so that no PC can acknowledge items of another PC's spool. */
  spool: string
  /** The number of each item, rising. */
  seqs: readonly number[]
  items: Checked<SpoolItem>[]
}

export interface PushBatch extends Pushing {
  events: Checked<LiveEvent>[]
}

/** An event of a batch, and which of the group's rows it became: `rows[table][position]`. */
interface EventSlot {
  index: number
  event: LiveEvent
  /** As it came. */
  sent: unknown
  place: Place
  table: 'gift_events' | 'room_events'
  position: number
}

export interface Admitted {
  slots: EventSlot[]
  refusals: Refusal[]
}

export const noRows = (): NewItems => ({
  gift_events: [],
  room_events: [],
  moments: [],
  decisions: [],
  counts: [],
  tapes: [],
  words: [],
  games: { rounds: [], cmds: [] },
  inserts: [],
  draws: [],
})

/**
 * Adds the items of a batch that are not stored yet to `rows`. Numbers missing in between are items that the PC dropped when
 * its disk was full; they cannot arrive later, because a spool has only one batch under way at a time.
 */
export function admitSpool(
  { pc_id, spool, seqs, items }: SpoolBatch,
  acked: number,
  destinations: Destinations,
  rows: NewItems,
  now: number,
): Admitted {
  const admitted: Admitted = { slots: [], refusals: [] }
  for (const [index, checked] of items.entries()) {
    const seq = seqs[index] ?? 0
    if (seq <= acked) continue
    if (!checked.ok) {
      const address = addressIn(checked.sent)
      const place = address && ownPlace(pc_id, address, destinations)
      admitted.refusals.push({ index, ...checked, place })
      continue
    }
    const item = checked.value
    if (isAboutPc(item)) continue
    const place = placeFor(pc_id, addressOf(item), destinations)
    if ('reason' in place) {
      const own = ownPlace(pc_id, addressOf(item), destinations)
      const event_id = eventIdOf(item)
      admitted.refusals.push({ index, event_id, sent: item, ...place, place: own })
      continue
    }
    const key = `${spool}:${seq}`
    if (item.type === 'event')
      admitted.slots.push(addEvent(rows, { index, event: item.event, sent: item, place }, now))
    else if (item.type === 'decision') rows.decisions.push(decisionRow(item, key, place, now))
    else if (item.type === 'counts') {
      rows.counts.push(...countRows(item, place, now))
      rows.words.push(...wordRows(item, place, now))
    } else if (item.type === 'tape') rows.tapes.push(tapeRow(item, place, now))
    else if (item.type === 'speech') {
      // A PC that was killed tells again what became of its sentences
      const once = `speech:${place.room_id}:${item.speech_id}:${item.state}`
      rows.moments.push(speechRow(item, once, place, now))
      rows.inserts.push(...insertNews(item, place))
    } else if (item.type === 'round') rows.games.rounds.push(roundRow(item, place, now))
    else if (item.type === 'cmd') rows.games.cmds.push(cmdRow(item, place, now))
    else if (item.type === 'insert') {
      rows.inserts.push(playNews(item, place))
      rows.moments.push(...playRows(item, key, place, now))
    } else if (item.type === 'effect') rows.moments.push(...playRows(item, key, place, now))
    else if (item.type === 'lottery') {
      rows.draws.push(drawRow(item, place, now))
      rows.moments.push(drawMoment(item, place, now))
    } else rows.moments.push(logRow(item, key, place, now))
  }
  return admitted
}

export function admitPush(
  { events, ...pushing }: PushBatch,
  rows: NewItems,
  now: number,
): Admitted {
  const admitted: Admitted = { slots: [], refusals: [] }
  const { room, runs } = pushing
  for (const [index, checked] of events.entries()) {
    if (!checked.ok) {
      admitted.refusals.push({ index, ...checked, place: placeInRoom(room) })
      continue
    }
    const event = checked.value
    const at = Math.min(instant(event.at, now), now)
    const run = runAt(runs, at)
    const place = run ? placeInRun(run) : placeOutside(pushing, at)
    const refuse = (reason: Words) =>
      admitted.refusals.push({
        index,
        event_id: event.event_id,
        code: 'other_room',
        reason,
        sent: event,
        place,
      })
    const isMoney = event.gift !== undefined && MONEY_KINDS.includes(event.kind)
    if (event.room_code !== room.room_code)
      refuse(words('直播间与推送不符', 'The room is not that of the push'))
    else if (!run && room.deleted_at !== null && !isMoney)
      refuse(words('直播间已删除', 'The room was deleted'))
    else admitted.slots.push(addEvent(rows, { index, event, sent: event, place }, now))
  }
  return admitted
}

type PlacedEvent = Pick<EventSlot, 'index' | 'event' | 'sent' | 'place'>

/** Adds the row of an event and answers where it is. */
export function addEvent(rows: NewItems, placed: PlacedEvent, now: number): EventSlot {
  const { index, sent, place } = placed
  const event = settled(placed.event, place, now)
  if (event.gift && MONEY_KINDS.includes(event.kind)) {
    const position = rows.gift_events.push(giftRow(event, event.gift, place, now)) - 1
    return { index, event, sent, place, table: 'gift_events', position }
  }
  const position = rows.room_events.push(eventRow(event, place, now)) - 1
  return { index, event, sent, place, table: 'room_events', position }
}

/** The result of a batch: new events, how many were known, and which were refused. */
export interface Report {
  fresh: LiveEvent[]
  repeated: number
  refusals: Refusal[]
}

/** The result of a batch, after the database has told new rows from known ones. */
export function reportOf({ slots, refusals }: Admitted, recorded: Recorded): Report {
  const report: Report = { fresh: [], repeated: 0, refusals: [...refusals] }
  for (const { index, event, sent, place, table, position } of slots) {
    const outcome = recorded[table][position]
    if (outcome === 'new') report.fresh.push(event)
    else if (outcome === undefined || outcome === 'known') report.repeated += 1
    else report.refusals.push({ index, event_id: event.event_id, ...outcome, sent, place })
  }
  report.refusals.sort((a, b) => a.index - b.index)
  return report
}

/** The refusals as they are answered to the sender. */
export const toldOf = ({ refusals }: Report): RefusedEvent[] =>
  refusals.map(({ index, event_id, reason }) => ({ index, event_id, reason: reason.zh }))

type PcLog = Extract<SpoolItem, { type: 'log' }>

/** A log entry of a PC that is about no room: it goes to the server's log instead of a timeline. */
export const isAboutPc = (item: SpoolItem): item is PcLog =>
  item.type === 'log' && item.room_code === null && item.run_id === null

export const addressOf = (item: SpoolItem): Address =>
  item.type === 'event' ? { run_id: item.run_id, room_code: item.event.room_code } : item

const eventIdOf = (item: SpoolItem): string | null => {
  if (item.type === 'event') return item.event.event_id
  return 'event_id' in item ? item.event_id : null
}
