import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { AirAct } from '@kaibo/contract/room/room.schema.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { conflict } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { adjust, RoomMoved } from './room.move.ts'
import { isDown } from './room.reports.ts'
import { parseReport } from './room.rows.ts'
import * as store from './room.store.ts'

const TO: Record<AirAct, RoomState> = {
  pause: 'paused',
  resume: 'living',
  takeover: 'takeover',
  release: 'living',
  dismiss: 'idle',
}

/** What goes on as before is in fallback where viewers still see or hear nothing. */
function stateAfter(act: AirAct, { reported_json }: store.Room): RoomState {
  const to = TO[act]
  return to === 'living' && isDown(parseReport(reported_json)?.stage?.trouble) ? 'fallback' : to
}

/** Says what the anchor of a room may say, and whether it is heard. The PC is told at once; the answer does not wait for it. */
export function createAir(context: RoomContext) {
  const { platform, feed, transit } = context
  const { db } = platform

  async function mute(by: Actor, room: store.Room, isMuted: boolean): Promise<void> {
    const why = { cause: isMuted ? 'mute' : 'unmute', by } as const
    const moment = await db.transaction((trx) =>
      adjust(context, trx, room, { muted: isMuted ? 1 : 0 }, why),
    )
    feed.stored({ moments: [moment] })
  }

  async function carryOut(
    actor: Actor,
    room: store.Room,
    { act, muted }: Pick<ParsedOf<typeof roomApi.air>, 'act' | 'muted'>,
  ): Promise<void> {
    const can = roomCan(act ?? 'mute', room.state)
    if (can !== true) throw conflict(can)
    const state = act ? stateAfter(act, room) : room.state
    const forgotten = act === 'dismiss' ? { last_error: null, last_error_en: null } : {}
    if (act) await transit(room, state, { cause: act, by: actor }, forgotten)
    const now = { ...room, state }
    if (muted !== undefined && muted !== (room.muted === 1)) await mute(actor, now, muted)
  }

  return async function air(
    actor: Actor,
    room: store.Room,
    order: Pick<ParsedOf<typeof roomApi.air>, 'act' | 'muted'>,
  ): Promise<void> {
    try {
      await carryOut(actor, room, order)
    } catch (error) {
      if (!(error instanceof RoomMoved)) throw error
      const now = await store.roomById(db.query, room.id)
      const can = now ? roomCan(order.act ?? 'mute', now.state) : GONE
      throw conflict(can === true ? MOVED : can)
    }
  }
}

const GONE = words('直播间已删除', 'The room was deleted')
const MOVED = words('直播间刚有变化，请重试', 'The room has just changed; try again')
