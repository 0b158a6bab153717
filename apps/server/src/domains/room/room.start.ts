import { about, words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Insertable, Transaction } from 'kysely'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import { isOnAir, type RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, Fault, fault } from '#platform/fault.ts'
import type { StopRule } from '@kaibo/contract/room/room.stop.schema.ts'
import type { Planned, RoomContext } from './room.context.ts'
import { START_WITHIN_MS } from './room.deadlines.ts'
import { failure, RoomMoved } from './room.move.ts'
import { stopColumns } from './room.stop-rule.store.ts'
import { inLanguage, reasonsIn, type Checked } from './room.preflight.item.ts'
import { createPreflight } from './room.preflight.ts'
import * as store from './room.store.ts'

/** How long to wait for a message of the bus before the room is read again: the message may be lost. */
const LOOK_AGAIN_MS = 1_000

interface Asked {
  plan_id?: string | undefined
  stop?: StopRule | undefined
  mode?: RoomMode | undefined
}

interface Given<Refused> {
  room: store.Room
  planned: Planned
  mode?: RoomMode | undefined
  by?: Actor
  refused: (checking: store.Room, result: Checked) => Promise<Refused>
}

/** Writes down why a plan could not start its room; answers what the room is to show. */
type Blocked = (trx: Transaction<Tables>, why: Words) => Promise<Words>

/** The account or the PC was taken by another room after the checks. */
class Taken extends Error {}

/** Another call or server has moved the room meanwhile. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof RoomMoved || (error instanceof Fault && error.words === CANCELLED)

export function createStart(context: RoomContext) {
  const { platform, feed, anchors, transit, moved, plans } = context
  const { db, clock, ids, log } = platform
  const preflight = createPreflight(platform, context)

  /** Answers the run when the room is on air; any other outcome is thrown with a message for the operator. */
  async function start(
    actor: Actor,
    room: store.Room,
    { mode, ...asked }: Asked,
    lang: Lang,
  ): Promise<string> {
    const can = roomCan('start', room.state)
    if (can !== true) throw conflict(can)
    const planned = await plans.byHand(room, asked)
    await transit(room, 'preflight', { cause: 'operator_start', by: actor }).catch(asConflict(room))
    feed.progress(room, 'preflight')
    const refused = (checking: store.Room, result: Checked) =>
      refuse(checking, room.state, result, lang)
    const { checking, run_id } = await begin({ room, planned, mode, by: actor, refused }).catch(
      async (error: unknown) => {
        // For a refusal (`Fault`) the room has been moved back already.
        if (!(error instanceof Fault)) await moveBack(room)
        throw error
      },
    )
    feed.progress(checking, 'desired')
    return settled(checking, run_id)
  }

  /**
   * Starts a room by plan, without waiting for its PC. Where checks block it, `blocked` writes that down in the transaction that leaves
   * the room to a person. Answers false where somebody else has moved the room.
   */
  async function startPlanned(
    room: store.Room,
    planned: Planned,
    blocked: Blocked,
  ): Promise<boolean> {
    const refused = (checking: store.Room, result: Checked) =>
      leave(checking, reasonsIn(result), blocked)
    try {
      await transit(room, 'preflight', { cause: 'plan_start' })
      feed.progress(room, 'preflight')
      const begun = await begin({ room, planned, refused })
      if (begun) feed.progress(begun.checking, 'desired')
      return true
    } catch (error) {
      if (isOvertaken(error)) return false
      if (!(error instanceof Fault)) await moveBack(room)
      throw error
    }
  }

  /** Leaves a resting room to a person, whose plan cannot start it for another reason than its checks. */
  async function leaveToPerson(room: store.Room, why: Words, blocked: Blocked): Promise<void> {
    await transit(room, 'preflight', { cause: 'plan_start' })
    await leave({ ...room, state: 'preflight' }, why, blocked)
  }

  async function leave(checking: store.Room, why: Words, blocked: Blocked): Promise<undefined> {
    const alongside = async (trx: Transaction<Tables>) => {
      const last_error = failure(await blocked(trx, why))
      await trx.updateTable('room').set(last_error).where('id', '=', checking.id).execute()
    }
    await transit(checking, 'needs_attention', { cause: 'plan_blocked' }, { alongside })
    feed.progress(checking, 'failed')
  }

  /** Runs the checks and, if they pass, moves the room to `starting` with a new run; else answers what `refused` does. */
  async function begin<Refused>(
    given: Given<Refused>,
  ): Promise<{ checking: store.Room; run_id: string } | Refused> {
    const { room, planned, mode, by, refused } = given
    // Read again: its account or PC may have been changed before the move to `preflight`; in that state they cannot be.
    const found = await store.roomById(db.query, room.id)
    if (found?.state !== 'preflight') throw conflict(CANCELLED)
    const checking = { ...found, mode: mode ?? found.mode }
    const result = await preflight(checking)
    if (!result.ready) return refused(checking, result)

    const run_id = ids.next(clock.now())
    try {
      await transit(
        checking,
        'starting',
        { cause: 'preflight_passed' },
        {
          run_id,
          stop_mode: 'now',
          muted: 0,
          last_error: null,
          last_error_en: null,
          reported_json: null,
          sentence: null,
          sentence_at: null,
          unconfirmed_at: null,
          alongside: async (trx) => {
            await holdAlone(trx, checking)
            await anchors.begin(trx, checking.id)
            await trx
              .insertInto('run')
              .values(newRun(checking, run_id, planned, by))
              .execute()
            await planned.opened(trx, run_id)
          },
        },
      )
    } catch (error) {
      if (error instanceof RoomMoved) throw conflict(CANCELLED)
      // Whoever took it shows in the checks, or has let go of it already.
      if (error instanceof Taken) return begin(given)
      throw error
    }
    return { checking, run_id }
  }

  /** After an unexpected error in the checks. If this fails too, the deadline of `preflight` moves the room back. */
  async function moveBack(room: store.Room): Promise<void> {
    await transit({ ...room, state: 'preflight' }, room.state, { cause: 'preflight_broken' }).catch(
      (err: unknown) => log.error({ err, room_id: room.id }, 'a room cannot be moved back'),
    )
    feed.progress(room, 'failed')
  }

  async function refuse(
    checking: store.Room,
    back: RoomState,
    result: Checked,
    lang: Lang,
  ): Promise<never> {
    await transit(checking, back, { cause: 'preflight_refused' }).catch(asConflict(checking))
    feed.progress(checking, 'failed')
    throw conflict(about(NOT_PASSED, reasonsIn(result)), { preflight: inLanguage(result, lang) })
  }

  function newRun(
    room: store.Room,
    run_id: string,
    { plan_id, stop, firing }: Planned,
    by: Actor | undefined,
  ): Insertable<Tables['run']> {
    const now = clock.now()
    return {
      run_id,
      room_id: room.id,
      room_code: room.room_code,
      room_name: room.name,
      account_id: room.account_id,
      org_id: room.org_id,
      pc_id: room.pc_id,
      mode: room.mode,
      day: dayOf(now),
      started_at: now,
      living_at: null,
      ended_at: null,
      end_cause: null,
      stop_reason: null,
      started_by: by?.uid ?? null,
      is_demo: room.is_demo,
      plan_id,
      firing_id: firing?.id ?? null,
      firing_try: firing?.number ?? null,
      ...stopColumns(stop, null),
    }
  }

  /** Waits for the PC. The time-out is the work of `room.deadlines.ts`, so that it also holds if this server ends meanwhile. */
  async function settled(room: store.Room, run_id: string): Promise<string> {
    for (;;) {
      const now = await store.roomById(db.query, room.id)
      const isStarting = now?.state === 'starting' && now.run_id === run_id
      if (!isStarting) {
        if (now && isOnAir(now.state) && now.run_id === run_id) {
          feed.progress(room, 'living')
          return run_id
        }
        feed.progress(room, 'failed')
        throw await whyNot(run_id, now)
      }
      await moved(room.id, LOOK_AGAIN_MS)
    }
  }

  async function whyNot(run_id: string, room: store.Room | undefined) {
    const run = await store.runById(db.query, run_id)
    if (run?.end_cause === 'start_timeout') {
      const seconds = START_WITHIN_MS / 1000
      return fault(
        Code.noAnswer,
        words(
          `PC客户端${seconds}秒内未开播，请检查该PC后重试`,
          `The PC did not start within ${seconds} s; look at it and try again`,
        ),
        { run_id },
      )
    }
    if (room?.state !== 'failed')
      return conflict(words('开播已取消', 'The start was cancelled'), { run_id })
    const { last_error, last_error_en } = room
    const why = last_error
      ? words(last_error, last_error_en ?? last_error)
      : words('客户端报告故障', 'The PC reported a fault')
    return conflict(words(`开播失败：${why.zh}`, `The start failed: ${why.en}`), { run_id })
  }

  /** Turns `RoomMoved` into 1006 with a message about the room's present state. */
  const asConflict =
    (room: store.Room) =>
    async (error: unknown): Promise<never> => {
      if (!(error instanceof RoomMoved)) throw error
      const now = await store.roomById(db.query, room.id)
      const can = now ? roomCan('start', now.state) : words('直播间已删除', 'The room was deleted')
      throw conflict(
        can === true
          ? words('直播间刚有变化，请重试', 'The room has just changed; try again')
          : can,
      )
    }

  return { start, startPlanned, leaveToPerson, preflight }
}

const CANCELLED = words('开播已取消', 'The start was cancelled')
const NOT_PASSED = words('开播检查未通过', 'Checks not passed')

/** Locks the account and the PC and checks that no other room uses them: of two rooms that start at once, the second fails. */
async function holdAlone(trx: Queryable<Tables>, room: store.Room): Promise<void> {
  await hold(trx, 'live_account', 'account_id', room.account_id)
  if (room.pc_id) await hold(trx, 'pc', 'id', room.pc_id)
  const account = await store.roomOnAirWith(trx, 'account_id', room.account_id, room.id)
  const pc = room.pc_id && (await store.roomOnAirWith(trx, 'pc_id', room.pc_id, room.id))
  if (account ?? pc) throw new Taken(room.room_code)
}
