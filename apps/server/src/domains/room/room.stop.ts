import { about, asIs, bracketed, words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { conflict, fault } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { spoken } from './room.moments.ts'
import { adjust, RoomMoved, type Why } from './room.move.ts'
import * as store from './room.store.ts'

export type StopMode = 'now' | 'sentence' | 'emergency'

/** Shorter than the 15 s that the console waits for an answer. */
const RESET_WITHIN_MS = 12_000
const RESET_ENDS = {
  done: words('重置完成', 'Reset done'),
  failed: words('重置失败', 'Reset failed'),
  rejected: words('客户端拒绝重置', 'The PC refused the reset'),
  expired: words('重置超时', 'The reset timed out'),
} as const

export function createStop(context: RoomContext) {
  const { platform, link, feed, transit } = context
  const { db, clock, ids } = platform

  /** Answers the run that is being stopped. The PC is told at once; the answer does not wait until it has stopped. */
  async function stop(actor: Actor, room: store.Room, mode: StopMode): Promise<string | null> {
    const isEmergency = mode === 'emergency'
    if (isEmergency && !actor.actions.has('room.imme')) {
      throw fault(
        Code.forbidden,
        words(
          '没有紧急停播权限，请联系管理员',
          'You have no right to emergency stops; ask an administrator',
        ),
        { need: 'room.imme' },
      )
    }
    const act = isEmergency ? 'emergency' : 'stop'
    const can = roomCan(act, room.state)
    if (can !== true) throw conflict(can)
    const cause = isEmergency ? 'emergency_stop' : 'operator_stop'
    const stop_mode = mode === 'sentence' ? 'sentence' : 'now'
    try {
      if (room.state === 'preflight') await transit(room, 'idle', { cause, by: actor })
      else if (room.state === 'stopping') await hurryUp(room, { cause, by: actor })
      else await transit(room, 'stopping', { cause, by: actor }, { stop_mode })
    } catch (error) {
      if (!(error instanceof RoomMoved)) throw error
      const now = await store.roomById(db.query, room.id)
      if (!now) throw conflict(words('直播间已删除', 'The room was deleted'))
      const still = roomCan(act, now.state)
      if (still !== true) throw conflict(still)
      return stop(actor, now, mode)
    }
    return room.state === 'preflight' ? null : room.run_id
  }

  async function hurryUp(room: store.Room, why: Why) {
    const moment = await db.transaction((trx) =>
      adjust(context, trx, room, { stop_mode: 'now' }, why),
    )
    feed.stored({ moments: [moment] })
  }

  /** Clears the PC's queue, cooldowns and run variables; the ledger is not affected. */
  async function reset(actor: Actor, room: store.Room): Promise<void> {
    const can = roomCan('reset', room.state)
    if (can !== true) throw conflict(can)
    if (!room.pc_id) throw conflict(words('未选择PC客户端', 'No PC is chosen'))
    const { state, detail } = await link.command({
      pc_id: room.pc_id,
      room_id: room.id,
      room_code: room.room_code,
      name: 'room.reset',
      within_ms: RESET_WITHIN_MS,
      created_by: actor.uid,
    })
    const now = clock.now()
    const why = detail ? asIs(detail) : undefined
    const moment = {
      key: ids.next(now),
      room_id: room.id,
      run_id: room.run_id,
      at: now,
      kind: 'command',
      tag: state,
      ...spoken(about(bracketed(RESET_ENDS[state], asIs(actor.nickname)), why)),
      event_id: null,
      data_json: JSON.stringify({ name: 'room.reset', by: actor.uid }),
    }
    const moments = db.query.insertInto('room_moment').values(moment)
    feed.stored({ moments: await moments.returning(['id', 'room_id']).execute() })
    if (state === 'expired') {
      throw fault(
        Code.noAnswer,
        words(
          'PC客户端未在限定时间内完成重置，请检查该PC是否在线',
          'The PC did not reset in time; see whether it is online',
        ),
      )
    }
    if (state !== 'done') throw conflict(about(RESET_ENDS[state], why))
  }

  return { stop, reset }
}
