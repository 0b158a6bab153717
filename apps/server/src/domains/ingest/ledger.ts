import type { Tables } from '#migrations/tables.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { GiftEvent, NewRow, RoomEvent } from './rows.ts'

export type LedgerEntry = NewRow<'ledger_entry'>

/** Version of the rule by which gifts become entries. To be raised when the rule changes; old entries keep theirs. */
const RULE_VERSION = 1
const MINUTE_MS = 60_000

/** AI and test never count; nor does what was not paid, which is stored with 0 fen. */
export const counts = (event: Pick<GiftEvent, 'fen' | 'is_ai' | 'is_test'>): boolean =>
  event.fen > 0 && event.is_ai === 0 && event.is_test === 0

/**
 * Refers to its event by the rising id, so that the index of entries grows at its end. The business day is that of the event,
 * not of its arrival or of the start of the run.
 */
const entryOf = (event: GiftEvent & { id: number }): LedgerEntry => ({
  kind: 'gift',
  ref_id: event.id,
  room_id: event.room_id,
  run_id: event.run_id,
  account_id: event.account_id,
  org_id: event.org_id,
  open_id: event.open_id,
  fen: event.fen,
  count: event.count,
  day: dayOf(event.at),
  at: event.at,
  rule_version: RULE_VERSION,
})

export interface RunSums {
  gift_fen: number
  gift_count: number
  event_count: number
  danmu: number
  likes: number
  follows: number
}
const noSums = (): RunSums => ({
  gift_fen: 0,
  gift_count: 0,
  event_count: 0,
  danmu: 0,
  likes: 0,
  follows: 0,
})

type AccountDay = Tables['account_day']
type RoomDay = Tables['room_day']
type IncomePart = NewRow<'income_part'>
type RoomMinute = Tables['room_minute']
type Viewer = Tables['run_viewer']
type Giver = Tables['run_giver']

/** Kinds of events that no viewer causes. */
const notViewers: ReadonlySet<string> = new Set(['live_start', 'live_end', 'game'])

/** What a group of new events adds to the rollups. Money and viewers of AI and test events do not count; `event_count` has all. */
export class Tally {
  readonly entries: LedgerEntry[] = []
  readonly #runs = new Map<string, RunSums>()
  readonly #accountDays = new Map<string, AccountDay>()
  readonly #roomDays = new Map<string, RoomDay>()
  readonly #parts = new Map<string, IncomePart>()
  readonly #roomMinutes = new Map<string, RoomMinute>()
  readonly #viewers = new Map<string, Viewer>()
  readonly #givers = new Map<string, Giver>()

  addGift(event: GiftEvent & { id: number }): void {
    const counted = counts(event)
    const fen = counted ? event.fen : 0
    const count = counted ? event.count : 0
    if (counted) this.entries.push(entryOf(event))

    const day = dayOf(event.at)
    const { account_id, room_id, org_id, run_id } = event
    const ofDay = { day, org_id, fen: 0, count: 0, event_count: 0 }
    const part = { ...ofDay, run_id: run_id ?? '', room_id, account_id }
    const sumsOfDay = [
      entry(this.#accountDays, `${account_id} ${day} ${org_id}`, () => ({ account_id, ...ofDay })),
      entry(this.#roomDays, `${room_id} ${day} ${org_id}`, () => ({ room_id, ...ofDay })),
      entry(this.#parts, `${part.run_id} ${day} ${room_id} ${account_id} ${org_id}`, () => part),
    ]
    for (const sums of sumsOfDay) {
      sums.fen += fen
      sums.count += count
      sums.event_count += 1
    }
    if (counted) {
      const minute = Math.floor(event.at / MINUTE_MS)
      const key = `${room_id} ${minute}`
      entry(this.#roomMinutes, key, () => ({ room_id, minute, fen: 0 })).fen += fen
    }
    if (!run_id) return
    const run = entry(this.#runs, run_id, noSums)
    run.gift_fen += fen
    run.gift_count += count
    run.event_count += 1
    if (counted) this.#give(run_id, event)
    this.#see(run_id, event, Number(counted))
  }

  addEvent(event: RoomEvent): void {
    if (!event.run_id || event.is_ai || event.is_test) return
    const run = entry(this.#runs, event.run_id, noSums)
    if (event.kind === 'danmu') run.danmu += 1
    if (event.kind === 'like') run.likes += event.count
    if (event.kind === 'follow') run.follows += 1
    this.#see(event.run_id, event, 0)
  }

  #give(run_id: string, { open_id, nickname, fen, count }: GiftEvent): void {
    const none = () => ({ run_id, open_id, nickname, fen: 0, count: 0 })
    const giver = entry(this.#givers, `${run_id} ${open_id}`, none)
    giver.nickname = nickname
    giver.fen += fen
    giver.count += count
  }

  #see(run_id: string, event: GiftEvent | RoomEvent, paid: number): void {
    if (event.is_ai || event.is_test || notViewers.has(event.kind)) return
    const { open_id } = event
    const seen = entry(this.#viewers, `${run_id} ${open_id}`, () => ({ run_id, open_id, paid }))
    seen.paid = Math.max(seen.paid, paid)
  }

  // Sorted by key, so that two servers on one PostgreSQL lock rows in the same order and cannot deadlock.
  runs = () => inOrder(this.#runs)
  accountDays = () => inOrder(this.#accountDays).map(([, sums]) => sums)
  roomDays = () => inOrder(this.#roomDays).map(([, sums]) => sums)
  parts = () => inOrder(this.#parts).map(([, sums]) => sums)
  roomMinutes = () => inOrder(this.#roomMinutes).map(([, sums]) => sums)
  viewers = () => inOrder(this.#viewers).map(([, viewer]) => viewer)
  givers = () => inOrder(this.#givers).map(([, giver]) => giver)
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}

const inOrder = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map.keys()].sort().flatMap((key) => {
    const value = map.get(key)
    return value === undefined ? [] : [[key, value]]
  })
