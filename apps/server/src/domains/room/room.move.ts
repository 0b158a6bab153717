import { asIs, bracketed, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import {
  airOf,
  isOnAir,
  isOnRun,
  roomMoves,
  type RoomState,
} from '@kaibo/contract/room/room.state.ts'
import { moveCauses, type MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { spoken, type MomentRow, type StoredMoment } from './room.moments.ts'

/** The state of a room before a move. */
export interface CurrentRoom {
  id: string
  room_code: string
  org_id: string
  state: RoomState
  run_id: string | null
}

export interface Why {
  cause: MoveCause
  /** The person who asked for it; undefined where the PC or the server moved it. */
  by?: { uid: string; nickname: string }
}

export type Changes = Partial<
  Pick<
    Tables['room'],
    | 'run_id'
    | 'stop_mode'
    | 'muted'
    | 'last_error'
    | 'last_error_en'
    | 'reported_json'
    | 'sentence'
    | 'sentence_at'
    | 'unconfirmed_at'
  >
>

/** The columns in which a room shows why it failed. */
export const failure = ({ zh, en }: Words): Changes => ({ last_error: zh, last_error_en: en })

const causeWords = (cause: MoveCause) => wordsOf(moveCauses, cause) ?? asIs(cause)

/** The room was moved by another call or server meanwhile. */
export class RoomMoved extends Error {}

/**
 * The only code that changes a room's state: along `roomMoves`, only if the room is still in the given state, with the cause in
 * the timeline. Also sets what follows from the state: whether the PC shall run it, and when its run went on air and ended.
 */
export async function move(
  trx: Transaction<Tables>,
  { clock, ids }: Pick<Platform<Tables>, 'clock' | 'ids'>,
  room: CurrentRoom,
  to: RoomState,
  why: Why,
  changes: Changes = {},
): Promise<StoredMoment> {
  const from = room.state
  if (!roomMoves[from].includes(to)) throw new Error(`a room cannot move from ${from} to ${to}`)
  const now = clock.now()
  const run_id = changes.run_id ?? room.run_id
  // The run before its room, in the same order as the ledger: otherwise the two could deadlock on PostgreSQL.
  if (isOnRun(from) && run_id) await moveRun(trx, run_id, to, why.cause, now)
  const { numUpdatedRows } = await trx
    .updateTable('room')
    .set({
      ...changes,
      state: to,
      state_since: now,
      desired_run: shallRun(to) ? 1 : 0,
    })
    .where('id', '=', room.id)
    .where('state', '=', from)
    .where('run_id', room.run_id === null ? 'is' : '=', room.run_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RoomMoved(room.room_code)
  return note(trx, { clock, ids }, { ...room, run_id }, to, why)
}

const shallRun = (state: RoomState) => state === 'starting' || isOnAir(state)

/** Whether the PC has to be told of a move. */
export const changesDesired = (from: RoomState, to: RoomState, changes: Changes): boolean =>
  shallRun(from) !== shallRun(to) ||
  airOf(from) !== airOf(to) ||
  changes.run_id !== undefined ||
  changes.stop_mode !== undefined ||
  changes.muted !== undefined

interface Adjusting {
  platform: Pick<Platform<Tables>, 'clock' | 'ids'>
  link: { wakeRooms(trx: Transaction<Tables>, room_ids: readonly string[]): Promise<void> }
}

/** Changes what a room does in the state that it has: how it stops, or whether it is heard. Noted in the timeline as a move is. */
export async function adjust(
  { platform, link }: Adjusting,
  trx: Transaction<Tables>,
  room: CurrentRoom,
  changes: Pick<Changes, 'stop_mode' | 'muted'>,
  why: Why,
): Promise<StoredMoment> {
  const { numUpdatedRows } = await trx
    .updateTable('room')
    .set(changes)
    .where('id', '=', room.id)
    .where('state', '=', room.state)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RoomMoved(room.room_code)
  await link.wakeRooms(trx, [room.id])
  return note(trx, platform, room, room.state, why)
}

/** Adds the move and its cause to the timeline. */
async function note(
  trx: Transaction<Tables>,
  { clock, ids }: Pick<Platform<Tables>, 'clock' | 'ids'>,
  { id, state: from, run_id }: CurrentRoom,
  to: RoomState,
  { cause, by }: Why,
): Promise<StoredMoment> {
  const now = clock.now()
  const moment: MomentRow = {
    key: ids.next(now),
    room_id: id,
    run_id: isOnRun(from) || isOnRun(to) ? run_id : null,
    at: now,
    kind: 'state',
    tag: to,
    ...spoken(by ? bracketed(causeWords(cause), asIs(by.nickname)) : causeWords(cause)),
    event_id: null,
    data_json: JSON.stringify({ from, to, cause, by: by?.uid ?? null }),
  }
  const { id: number } = await trx
    .insertInto('room_moment')
    .values(moment)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...moment, id: number }
}

/** The first cause counts as the end of a run: one that an operator stopped stays so, whatever the PC reports afterwards. */
async function moveRun(
  trx: Transaction<Tables>,
  run_id: string,
  to: RoomState,
  cause: MoveCause,
  now: number,
): Promise<void> {
  const run = trx.updateTable('run').where('run_id', '=', run_id)
  if (to === 'living') await run.set({ living_at: now }).where('living_at', 'is', null).execute()
  else if (isOnAir(to)) return
  else if (to === 'stopping') await run.set({ end_cause: cause, stop_due_at: null }).execute()
  else {
    await run
      .set((eb) => ({
        ended_at: now,
        stop_due_at: null,
        end_cause: eb.fn.coalesce('end_cause', eb.val(cause)),
      }))
      .where('ended_at', 'is', null)
      .execute()
  }
}
