import type { MoneyUnsent, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { ON_RUN, type RoomState } from '@kaibo/contract/room/room.state.ts'
import type { MomentRow } from './room.moments.ts'
import type { RoomContext } from './room.context.ts'
import { RoomMoved } from './room.move.ts'
import { parseReport } from './room.rows.ts'
import * as store from './room.store.ts'

interface Answer {
  to?: RoomState
  cause?: MoveCause
  /** The PC does not do what it should: tell it again. */
  push?: boolean
}

/**
 * What a report means for its room. Only the room's own open run moves it; whatever else a PC says it runs, it is told the
 * desired state again, as often as it says so.
 */
export function answerTo(
  room: { state: RoomState; run_id: string | null },
  report: Pick<ReportedRoom, 'run_id' | 'worker' | 'error'>,
): Answer {
  const { worker, error } = report
  const { state } = room
  const isLiving = worker === WorkerStatus.living
  if (!ON_RUN.includes(state)) return { push: isLiving }
  if (report.run_id !== room.run_id) {
    // A PC that was told to stop and no longer knows the run has stopped it.
    return state === 'stopping' && !isLiving
      ? { to: 'ended', cause: 'agent_stopped' }
      : { push: true }
  }
  if (isLiving) {
    if (state === 'starting') return { to: 'living', cause: 'agent_living' }
    return { push: state === 'stopping' }
  }
  if (worker !== WorkerStatus.unliving) return {}
  if (state === 'stopping') return { to: 'ended', cause: 'agent_stopped' }
  return error !== null || state === 'starting'
    ? { to: 'failed', cause: 'agent_failed' }
    : { to: 'ended', cause: 'agent_stopped' }
}

export function createReports({ platform, feed, link, transit }: RoomContext) {
  const { db, clock, ids, log } = platform

  async function take(room: store.Room, report: ReportedRoom): Promise<void> {
    const { reported_json } = room
    if (reported_json !== JSON.stringify(report)) await keep(room, report)
    const { to, cause, push } = answerTo(room, report)
    if (to && cause) {
      const ended = cause === 'agent_stopped' && room.state === 'living'
      const why = ended && (await platformEnded(room)) ? 'platform_end' : cause
      const last_error = report.error ?? '客户端未能开播'
      try {
        await transit(room, to, { cause: why }, to === 'failed' ? { last_error } : {})
      } catch (error) {
        if (!(error instanceof RoomMoved)) throw error
      }
    } else if (
      room.state === 'starting' &&
      report.worker === WorkerStatus.ready &&
      report.run_id === room.run_id &&
      parseReport(reported_json)?.worker !== WorkerStatus.ready
    ) {
      feed.progress(room, 'starting')
    }
    if (push && room.pc_id) link.pushDesired([room.pc_id])
  }

  /** The length of the queue changes all the time: it is kept with the next change that matters, and shown by no tile. */
  async function keep(room: store.Room, report: ReportedRoom): Promise<void> {
    const before = parseReport(room.reported_json)
    if (before && JSON.stringify({ ...report, queue: before.queue }) === room.reported_json) return
    await db.query
      .updateTable('room')
      .set({ reported_json: JSON.stringify(report), reported_at: clock.now() })
      .where('id', '=', room.id)
      .execute()
    feed.touch(room.id)
  }

  /** The platform said in this run that the stream is over. */
  async function platformEnded({ id, run_id, state_since }: store.Room): Promise<boolean> {
    const end = await db.query
      .selectFrom('room_event')
      .select('id')
      .where('room_id', '=', id)
      .where('at', '>=', state_since)
      .where('run_id', '=', run_id)
      .where('kind', '=', 'live_end')
      .limit(1)
      .executeTakeFirst()
    return end !== undefined
  }

  return {
    /** Answers a sentence for each room that is not this PC's. */
    async reported(pc_id: string, reports: readonly ReportedRoom[]): Promise<string[]> {
      const codes = reports.map((report) => report.room_code)
      const rooms = new Map(
        (await store.roomsByCode(db.query, codes)).map((room) => [room.room_code, room]),
      )
      const refused: string[] = []
      for (const report of reports) {
        const room = rooms.get(report.room_code)
        if (room?.pc_id === pc_id) await take(room, report)
        else {
          log.warn(
            { pc_id, room_code: report.room_code },
            'a PC reports a room that is not its own',
          )
          refused.push(`直播间${report.room_code}不属于这台PC`)
        }
      }
      if (refused.length > 0) link.pushDesired([pc_id])
      return refused
    },

    /** What PCs hold of runs on air is on its way; of an ended one it is missing in the books. */
    async unsent(pc_id: string, runs: readonly MoneyUnsent[]): Promise<void> {
      for (const room_id of await store.noteUnsent(db.query, pc_id, runs)) feed.touch(room_id)
    },

    /** A PC came or went: its rooms show it, and those on air keep it in their timeline. */
    async presence(pc_id: string, online: boolean): Promise<void> {
      const rooms = await store.roomsOfPc(db.query, pc_id)
      for (const room of rooms) feed.touch(room.id)
      const now = clock.now()
      const moments = rooms
        .filter((room) => ON_RUN.includes(room.state))
        .map((room): MomentRow => ({
          key: ids.next(now),
          room_id: room.id,
          run_id: room.run_id,
          at: now,
          kind: 'log',
          tag: online ? 'info' : 'warn',
          text: online ? 'PC客户端已恢复连接' : 'PC客户端离线',
          event_id: null,
          data_json: null,
        }))
      if (moments.length === 0) return
      await db.query.insertInto('room_moment').values(moments).execute()
      feed.stored({ moments })
    },
  }
}
