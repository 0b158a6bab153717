import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { conflict, notFound } from '#platform/fault.ts'
import { isRecord } from '#platform/record.ts'
import type { Tables } from '#migrations/tables.ts'
import { canAdmit } from '@kaibo/contract/income/refused.rules.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { addEvent, addressOf, admitPush, noRows, reportOf } from './admit.ts'
import type { Admitted, Report } from './admit.ts'
import { checkEvent, checkItem, type Checked, type Unfit } from './check.ts'
import type { Forward } from './commit.ts'
import { closeBooked } from './close-booked.store.ts'
import { counts } from './ledger.ts'
import { record } from './ledger.store.ts'
import {
  placeFor,
  readDestinations,
  readMoves,
  readRecentRuns,
  readRoomOf,
  type RoomFacts,
} from './place.ts'
import { roomCodeOf } from './push.store.ts'
import { markAdmitted, sayWhy, takeRefused } from './refused.store.ts'
import type { RefusedChange, LockedRefusal } from './refused.store.ts'
import { instant, type NewItems, type StoredItems } from './rows.ts'

type Trx = Transaction<Tables>

export type Readmit = (
  id: number,
  by: { uid: string; org_id: string | undefined },
) => Promise<{ outcome: 'booked' | 'known'; fen: number }>

type Room = Pick<RoomFacts, 'room_code' | 'pc_id'>

interface Readmitted {
  report: Report
  stored: StoredItems
  refused: RefusedChange[]
}

/**
 * Tries to book a refused event as if it arrived again: the same checks against the present rooms and accounts, and the same
 * ledger, in which an event is stored once. It keeps its original time of arrival.
 */
export function createReadmit(
  { db, clock }: Platform<Tables>,
  forward: Forward,
  onDone: (done: Readmitted) => void,
): Readmit {
  return async (id, { uid, org_id }) => {
    const done = await db.transaction(async (trx) => {
      const row = await takeRefused(trx, id, org_id)
      if (!row) throw notFound(nouns.refusedEvent)
      if (row.state !== 'open')
        throw conflict(
          words('这条记录已处理，请刷新', 'Somebody has decided this one already; reload'),
        )
      const can = canAdmit(row)
      if (can !== true) throw conflict(can)
      const rows = noRows()
      const { admitted, room } = await (row.pc_id === null
        ? ofPush(trx, row, rows)
        : ofSpool(trx, row, row.pc_id, rows))
      const recorded = await record(db, trx, rows, clock.now())
      const report = reportOf(admitted, recorded)
      await forward(trx, room, report.fresh, clock.now())
      const [refusal] = report.refusals
      if (refusal) await sayWhy(trx, id, refusal.code, refusal.reason)
      else await markAdmitted(trx, id, uid, clock.now())
      const { stored } = recorded
      const closed = await closeBooked(
        db,
        trx,
        { gifts: stored.gift_events, refused: [] },
        clock.now(),
      )
      const refused = [{ id, org_id: row.org_id }, ...closed]
      return { report, stored, refused, refusal }
    })
    onDone(done)
    if (done.refusal)
      throw conflict(
        words(
          `仍不能入账：${done.refusal.reason.zh}`,
          `Still cannot be booked: ${done.refusal.reason.en}`,
        ),
      )
    const fen = done.stored.gift_events.filter(counts).reduce((sum, gift) => sum + gift.fen, 0)
    return { outcome: done.report.fresh.length > 0 ? 'booked' : 'known', fen }
  }
}

interface Attempt {
  admitted: Admitted
  room: Room
}

const NOWHERE: Room = { room_code: '', pc_id: null }

const refusedAgain = (unfit: Omit<Unfit, 'ok'>): Attempt => ({
  admitted: { slots: [], refusals: [{ index: 0, ...unfit, place: undefined }] },
  room: NOWHERE,
})

async function ofSpool(
  trx: Trx,
  row: LockedRefusal,
  pc_id: string,
  rows: NewItems,
): Promise<Attempt> {
  const checked = checkItem(keptOf(row))
  if (!checked.ok) return refusedAgain(checked)
  const sent = checked.value
  if (sent.type !== 'event') throw new Error('only events are kept')
  const { event } = sent
  const place = placeFor(pc_id, addressOf(sent), await readDestinations(trx, [addressOf(sent)]))
  if ('reason' in place) return refusedAgain({ ...place, event_id: event.event_id, sent })
  const slot = addEvent(rows, { index: 0, event, sent, place }, row.received_at)
  // Not forwarded to the PC: it sent the event itself, so its rules have answered it.
  return { admitted: { slots: [slot], refusals: [] }, room: NOWHERE }
}

async function ofPush(trx: Trx, row: LockedRefusal, rows: NewItems): Promise<Attempt> {
  const { account_id, event_id, received_at } = row
  const sent = keptOf(row)
  const room = account_id === null ? undefined : await roomFor(trx, account_id, sent)
  if (account_id === null || !room)
    return refusedAgain({
      code: 'no_room',
      reason: words('直播账号没有绑定直播间', 'The live account has no room'),
      event_id,
      sent,
    })
  const isNamed =
    isRecord(sent) && typeof sent['room_code'] === 'string' && sent['room_code'] !== ''
  const checked: Checked<LiveEvent> = checkEvent(
    isNamed || !isRecord(sent) ? sent : { ...sent, room_code: room.room_code },
  )
  const at = checked.ok ? instant(checked.value.at, received_at) : received_at
  const runs = await readRecentRuns(trx, account_id, at)
  const moves = await readMoves(trx, account_id, runs, [at])
  const batch = { room, runs, moves, events: [checked] }
  return { admitted: admitPush(batch, rows, received_at), room }
}

/** The room that the event names, if it is bound to the account by now; else the account's room. */
async function roomFor(trx: Trx, account_id: string, sent: unknown) {
  const named = isRecord(sent) ? sent['room_code'] : undefined
  const own = async (room_code: unknown) => {
    const room = typeof room_code === 'string' ? await readRoomOf(trx, room_code) : undefined
    return room?.account_id === account_id ? room : undefined
  }
  return (await own(named)) ?? (await own(await roomCodeOf(trx, account_id)))
}

function keptOf({ raw_json }: LockedRefusal): unknown {
  try {
    return JSON.parse(raw_json)
  } catch {
    throw conflict(
      words(
        '原始消息过大未能保存，不能重新入账',
        'The message was too large to keep and cannot be booked from here',
      ),
    )
  }
}
