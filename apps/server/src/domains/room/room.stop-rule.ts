import type { StopWish } from '@kaibo/contract/agent/stop.schema.ts'
import {
  postponed,
  STOP_ZONE as ZONE,
  stopStep,
  willStop,
  type Postponed,
} from '@kaibo/contract/agent/stop.schema.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { asIs, bracketed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { RunStop, StopBy } from '@kaibo/contract/room/room.stop.schema.ts'
import { stopOf } from '@kaibo/contract/room/room.stop.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { RoomMoved } from './room.move.ts'
import { noteOf } from './room.moments.ts'
import { parseReport } from './room.rows.ts'
import {
  busyOf,
  changeStop,
  dueStops,
  stopColumns,
  storedStop,
  type DueStop,
} from './room.stop-rule.store.ts'
import * as store from './room.store.ts'

const CAUSES: Record<StopBy, MoveCause> = {
  plan: 'plan_stop',
  person: 'stop_condition',
  rule: 'rule_stop',
}

/** When runs end by themselves: said by plans, people and rules, carried out here; where a PC is away, by the PC. */
export function createStopRules({ platform, link, feed, transit, look, instant }: RoomContext) {
  const { db, ids, log } = platform

  async function note(trx: Queryable<Tables>, room: Noted, at: number, said: Words) {
    const moment = noteOf(room, { key: ids.next(at), at, tag: 'info', said })
    const added = trx.insertInto('room_moment').values(moment).returning(['id', 'room_id'])
    return added.execute()
  }

  /** Gives the open run this rule, or none. */
  async function set(
    room: Pick<store.Room, 'id'>,
    make: (now: number, before: ReturnType<typeof storedStop>) => Given | undefined,
  ): Promise<void> {
    const now = await instant()
    const moments = await db.transaction(async (trx) => {
      await hold(trx, 'room', 'id', room.id)
      const current = await store.roomById(trx, room.id)
      if (!current) throw conflict(GONE)
      const can = roomCan('stopRule', current.state)
      if (can !== true) throw conflict(can)
      const run = current.run_id === null ? undefined : await store.runById(trx, current.run_id)
      if (!run) throw conflict(GONE)
      const given = make(now, storedStop(run.stop_json))
      if (!given) return []
      const { run_id, stop_due_at } = run
      const to = stopColumns(given.stop, given.heard)
      if (!(await changeStop(trx, { run_id, stop_due_at }, to))) throw conflict(MOVED)
      await link.wakeRooms(trx, [room.id])
      return given.said ? note(trx, { id: room.id, run_id }, now, given.said) : []
    })
    feed.stored({ moments })
    feed.touch(room.id)
  }

  async function lookAt(room: DueStop, now: number): Promise<void> {
    const { stop, heard } = storedStop(room.stop_json)
    const { run_id } = room
    if (!stop || run_id === null) return
    // What goes on there is known on the PC alone: it ends the run, and this is for the case that it does not.
    if (room.presence !== PcPresence.online && now < stop.cap_at) return
    const { round, gift_at } = await busyOf(db.query, room.id, run_id, now - stop.gift_s * 1000)
    const waiting = (parseReport(room.reported_json)?.queue ?? 0) > 0
    const step = stopStep(stop, now, { round, gift_at, waiting })
    if (step.do === 'wait') return
    if (step.do === 'stop') return end(room, stop, heard)
    const next = { ...stop, due_at: step.due_at }
    const moments = await db.transaction(async (trx) => {
      const at = { run_id, stop_due_at: stop.due_at }
      if (!(await changeStop(trx, at, stopColumns(next, heard)))) return []
      await link.wakeRooms(trx, [room.id])
      return note(trx, { id: room.id, run_id }, now, postponed(next.due_at - stop.at, next.due_at))
    })
    if (moments.length === 0) return
    feed.stored({ moments })
    feed.touch(room.id)
  }

  async function end(room: DueStop, stop: RunStop, heard: string | null): Promise<void> {
    const { run_id } = room
    if (run_id === null) return
    const alongside = async (trx: Queryable<Tables>) => {
      // Another server was first
      const at = { run_id, stop_due_at: stop.due_at }
      if (!(await changeStop(trx, at, { ...stopColumns(stop, heard), stop_due_at: null })))
        throw new RoomMoved(room.room_code)
    }
    const changes = { stop_mode: 'sentence', alongside }
    await transit(room, 'stopping', { cause: CAUSES[stop.by] }, changes)
  }

  return {
    byHand: (
      by: Actor,
      room: store.Room,
      rule: ParsedOf<typeof roomApi.stopRule>['stop'],
    ): Promise<void> =>
      set(room, (now, { heard }) => {
        const stop = rule ? stopOf(rule, { zone: ZONE, now, by: 'person' }) : null
        return { stop, heard, said: bracketed(stop ? willStop(stop) : NO_STOP, asIs(by.nickname)) }
      }),

    /** A rule on the PC wants the run to end; of two the earlier counts. */
    wish: (room: Pick<store.Room, 'id'>, { effect, due_at, ...wish }: StopWish) =>
      set(room, (_, { stop, heard }) => {
        if (heard === effect) return undefined
        if (stop && stop.due_at <= due_at) return { stop, heard: effect, said: undefined }
        const mine: RunStop = { ...wish, cap_min: 0, at: due_at, due_at, by: 'rule' }
        return { stop: mine, heard: effect, said: willStop(mine) }
      }),

    /** The PC has put the end off while this server was away, and has said so to the viewers' operators itself. */
    postponed: (room: Pick<store.Room, 'id'>, { due_at, cap_at }: Postponed) =>
      set(room, (_, { stop, heard }) => {
        if (!stop || stop.cap_at !== cap_at || due_at <= stop.due_at || due_at > cap_at)
          return undefined
        return { stop: { ...stop, due_at }, heard, said: undefined }
      }),

    /** Looks after all that are due. */
    async check(): Promise<void> {
      const now = await instant()
      const { since } = look()
      for (const room of await dueStops(db.query, null, { now, since }))
        await lookAt(room, now).catch((err: unknown) => {
          if (!(err instanceof RoomMoved))
            log.error({ err, room_id: room.id }, 'a stop rule cannot be carried out')
        })
    },
  }
}

export type StopRules = ReturnType<typeof createStopRules>

interface Noted {
  id: string
  run_id: string | null
}

interface Given {
  stop: RunStop | null
  heard: string | null
  said: Words | undefined
}

const NO_STOP = words('已取消定时停播', 'Does not end by itself any more')
const GONE = words('直播间已删除', 'The room was deleted')
const MOVED = words('直播间刚有变化，请重试', 'The room has just changed; try again')
