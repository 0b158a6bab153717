import { asIs, bracketed, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import { ON_RUN, roomMoves, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { moveCauses, type MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { spoken, type MomentRow, type StoredMoment } from './room.moments.ts'

/** A room as a move finds it. */
export interface CurrentRoom {
  id: string
  room_code: string
  org_id: string
  state: RoomState
  run_id: string | null
}

export interface Why {
  cause: MoveCause
  /** Who pressed; nobody where the PC or the server moved it. */
  by?: { uid: string; nickname: string }
}

export type Changes = Partial<
  Pick<
    Tables['room'],
    | 'run_id'
    | 'stop_mode'
    | 'last_error'
    | 'last_error_en'
    | 'reported_json'
    | 'sentence'
    | 'sentence_at'
  >
>

/** What the room shows of why it failed. */
export const failure = ({ zh, en }: Words): Changes => ({ last_error: zh, last_error_en: en })

const causeWords = (cause: MoveCause) => wordsOf(moveCauses, cause) ?? asIs(cause)

/** Somebody else moved the room first. */
export class RoomMoved extends Error {}

/**
 * The one way a room changes its state: only along `roomMoves`, only from the state it was found in, with its cause in the
 * timeline. What follows from the state alone (whether the PC shall run it, when its run went on air and ended) is set here too.
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
  // The run before its room, as the ledger does: on PostgreSQL either would wait for the other for ever.
  if (ON_RUN.includes(from) && run_id) await moveRun(trx, run_id, to, why.cause, now)
  const { numUpdatedRows } = await trx
    .updateTable('room')
    .set({
      ...changes,
      state: to,
      state_since: now,
      desired_run: to === 'starting' || to === 'living' ? 1 : 0,
    })
    .where('id', '=', room.id)
    .where('state', '=', from)
    .where('run_id', room.run_id === null ? 'is' : '=', room.run_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RoomMoved(room.room_code)
  return note(trx, { clock, ids }, { ...room, run_id }, to, why)
}

/** It waits in `stopping` for the end of a sentence, and shall not: no move, but in the timeline like one. */
export async function hurry(
  trx: Transaction<Tables>,
  platform: Pick<Platform<Tables>, 'clock' | 'ids'>,
  room: CurrentRoom,
  why: Why,
): Promise<StoredMoment> {
  const { numUpdatedRows } = await trx
    .updateTable('room')
    .set({ stop_mode: 'now' })
    .where('id', '=', room.id)
    .where('state', '=', 'stopping')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RoomMoved(room.room_code)
  return note(trx, platform, room, 'stopping', why)
}

/** The room's timeline says where it went from here and why. */
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
    run_id: ON_RUN.includes(from) || ON_RUN.includes(to) ? run_id : null,
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

/** A run ends by its first cause: a stop that was asked for stays one, however the PC took it. */
async function moveRun(
  trx: Transaction<Tables>,
  run_id: string,
  to: RoomState,
  cause: MoveCause,
  now: number,
): Promise<void> {
  const run = trx.updateTable('run').where('run_id', '=', run_id)
  if (to === 'living') await run.set({ living_at: now }).where('living_at', 'is', null).execute()
  else if (to === 'stopping') await run.set({ end_cause: cause }).execute()
  else {
    await run
      .set((eb) => ({ ended_at: now, end_cause: eb.fn.coalesce('end_cause', eb.val(cause)) }))
      .where('ended_at', 'is', null)
      .execute()
  }
}
