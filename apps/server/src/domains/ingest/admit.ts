import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { MONEY_KINDS, type LiveEvent, type RefusedEvent } from '@kaibo/contract/live/event.ts'
import type { Checked } from './check.ts'
import type { Recorded } from './ledger.store.ts'
import { ownPlace, placeFor, placeInRoom, placeInRun, runAt } from './place.ts'
import type { Address, Destinations, Place, RoomFacts, RunFacts } from './place.ts'
import { addressIn, type Refusal } from './refuse.ts'
import { decisionRow, eventRow, giftRow, instant, logRow, settled, speechRow } from './rows.ts'
import type { NewItems } from './rows.ts'

/** Items of a PC's spool. */
export interface SpoolBatch {
  pc_id: string
  /** The spool's name under the PC's: no PC can move on the spool of another. */
  spool: string
  /** The number of each item, rising. */
  seqs: readonly number[]
  items: Checked<SpoolItem>[]
}

export interface PushBatch {
  room: RoomFacts
  /** Newest first. */
  runs: RunFacts[]
  events: Checked<LiveEvent>[]
}

/** Where an event stands among the rows of its group. */
interface Slot {
  index: number
  event: LiveEvent
  /** As it came. */
  sent: unknown
  place: Place
  table: 'gift_events' | 'room_events'
  position: number
}

export interface Admitted {
  slots: Slot[]
  refusals: Refusal[]
}

export const noRows = (): NewItems => ({
  gift_events: [],
  room_events: [],
  moments: [],
  decisions: [],
})

/**
 * Adds to `rows` what is not stored yet of a batch. A gap is what the PC gave up when its disk was full: each spool has one
 * batch under way at a time, so nothing of the gap can still come.
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
    else if (item.type === 'speech') rows.moments.push(speechRow(item, key, place, now))
    else rows.moments.push(logRow(item, key, place, now))
  }
  return admitted
}

export function admitPush(
  { room, runs, events }: PushBatch,
  rows: NewItems,
  now: number,
): Admitted {
  const admitted: Admitted = { slots: [], refusals: [] }
  for (const [index, checked] of events.entries()) {
    if (!checked.ok) {
      admitted.refusals.push({ index, ...checked, place: placeInRoom(room) })
      continue
    }
    const event = checked.value
    const run = runAt(runs, Math.min(instant(event.at, now), now))
    // A platform knows of no rehearsal: what it pushes outside a run was paid, whatever the room is set to.
    const place = run ? placeInRun(run) : { ...placeInRoom(room), rehearsal: false }
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

type Placed = Pick<Slot, 'index' | 'event' | 'sent' | 'place'>

export function addEvent(rows: NewItems, placed: Placed, now: number): Slot {
  const { index, sent, place } = placed
  const event = settled(placed.event, place, now)
  if (event.gift && MONEY_KINDS.includes(event.kind)) {
    const position = rows.gift_events.push(giftRow(event, event.gift, place, now)) - 1
    return { index, event, sent, place, table: 'gift_events', position }
  }
  const position = rows.room_events.push(eventRow(event, place, now)) - 1
  return { index, event, sent, place, table: 'room_events', position }
}

/** What became of a batch. */
export interface Report {
  fresh: LiveEvent[]
  repeated: number
  refusals: Refusal[]
}

/** What became of a batch, once the database has said what it knew. */
export function reportOf({ slots, refusals }: Admitted, recorded: Recorded): Report {
  const report: Report = { fresh: [], repeated: 0, refusals: [...refusals] }
  for (const { index, event, sent, place, table, position } of slots) {
    const fate = recorded[table][position]
    if (fate === 'new') report.fresh.push(event)
    else if (fate === undefined || fate === 'known') report.repeated += 1
    else report.refusals.push({ index, event_id: event.event_id, ...fate, sent, place })
  }
  report.refusals.sort((a, b) => a.index - b.index)
  return report
}

/** As the sender hears of it. */
export const toldOf = ({ refusals }: Report): RefusedEvent[] =>
  refusals.map(({ index, event_id, reason }) => ({ index, event_id, reason: reason.zh }))

type PcLog = Extract<SpoolItem, { type: 'log' }>

/** A PC's word about itself stands on no room's timeline; it goes to the server's log. */
export const isAboutPc = (item: SpoolItem): item is PcLog =>
  item.type === 'log' && item.room_code === null && item.run_id === null

export const addressOf = (item: SpoolItem): Address =>
  item.type === 'event' ? { run_id: item.run_id, room_code: item.event.room_code } : item

const eventIdOf = (item: SpoolItem): string | null => {
  if (item.type === 'event') return item.event.event_id
  return item.type === 'log' ? null : item.event_id
}
