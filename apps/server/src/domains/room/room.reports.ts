import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import type { MoneyUnsent, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { ON_RUN, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { Committer } from '#platform/committer.ts'
import { spoken, type MomentRow } from './room.moments.ts'
import type { RoomContext } from './room.context.ts'
import { failure, RoomMoved } from './room.move.ts'
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

/** Of each statement; one of a busy second has a few hundred. */
const MOST_AT_ONCE = 1_000

interface Kept {
  room_id: string
  reported_json: string
  at: number
}

export function createReports({ platform, feed, link, transit, desired }: RoomContext) {
  const { db, clock, ids, log } = platform
  /** By the room's code: what a PC said again to the letter, until the next beat. */
  const again = new Map<string, { pc_id: string; report: ReportedRoom }>()

  /** PCs that come back all say something at once: what waits for the disk is written together. */
  const keeping = new Committer<Kept, void>(
    MOST_AT_ONCE,
    () => 1,
    async (reports) => {
      // Of two reports of one room the later one holds.
      const newest = new Map(reports.map((one) => [one.room_id, one]))
      await store.keepReports(db.query, db.dialect, [...newest.values()])
      return reports.map(() => undefined)
    },
  )

  async function roomsOf(codes: string[]): Promise<Map<string, store.Reportable>> {
    const rooms = await store.reportableRooms(db.query, null, { codes })
    return new Map(rooms.map((room) => [room.room_code, room]))
  }

  async function take(room: store.Reportable, report: ReportedRoom): Promise<void> {
    const { reported_json } = room
    if (reported_json !== JSON.stringify(report)) await keep(room, report)
    const hasMoved = await obey(room, report)
    if (
      !hasMoved &&
      room.state === 'starting' &&
      report.worker === WorkerStatus.ready &&
      report.run_id === room.run_id &&
      parseReport(reported_json)?.worker !== WorkerStatus.ready
    ) {
      feed.progress(room, 'starting')
    }
  }

  /** Moves the room where the report says so; tells the PC again where it says something else than it should. */
  async function obey(room: store.Reportable, report: ReportedRoom): Promise<boolean> {
    const { to, cause: told, push } = answerTo(room, report)
    if ((push || !desired.isTold(room)) && room.pc_id) link.pushDesired([room.pc_id])
    if (!to || !told) return false
    const ended = told === 'agent_stopped' && room.state === 'living'
    const cause = ended && (await platformEnded(room)) ? 'platform_end' : told
    const why = report.error
      ? asIs(report.error)
      : words('客户端未能开播', 'The PC could not start')
    try {
      await transit(room, to, { cause }, to === 'failed' ? failure(why) : {})
    } catch (error) {
      if (!(error instanceof RoomMoved)) throw error
    }
    return true
  }

  /** The length of the queue changes all the time: it is kept with the next change that matters, and shown by no tile. */
  async function keep(room: store.Reportable, report: ReportedRoom): Promise<void> {
    const before = parseReport(room.reported_json)
    if (before && JSON.stringify({ ...report, queue: before.queue }) === room.reported_json) return
    await keeping.add({
      room_id: room.id,
      reported_json: JSON.stringify(report),
      at: clock.now(),
    })
    feed.touch(room.id)
  }

  /** The platform said in this run that the stream is over. */
  async function platformEnded({ id, run_id, state_since }: store.Reportable): Promise<boolean> {
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
      for (const code of codes) again.delete(code)
      const rooms = await roomsOf(codes)
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

    /** The PC says what it said before: nothing is to be kept of it, and the next beat looks whether it is what it should do. */
    repeated(pc_id: string, reports: readonly ReportedRoom[]): void {
      for (const report of reports) again.set(report.room_code, { pc_id, report })
    },

    /** One statement for all that was said again since the last beat. */
    async lookAgain(): Promise<void> {
      const said = [...again]
      again.clear()
      for (let i = 0; i < said.length; i += MOST_AT_ONCE) {
        const some = said.slice(i, i + MOST_AT_ONCE)
        const rooms = await roomsOf(some.map(([code]) => code))
        for (const [code, { pc_id, report }] of some) {
          const room = rooms.get(code)
          if (room?.pc_id !== pc_id) link.pushDesired([pc_id])
          else
            await obey(room, report).catch((err: unknown) =>
              log.error({ err, room_id: room.id }, 'what a PC says again cannot be acted on'),
            )
        }
      }
    },

    /**
     * A PC came or went: its rooms show it, and those on air keep it in their timeline. That it comes back to a server which
     * has just started is no news.
     */
    async presence(pc_id: string, now: 'online' | 'offline', before: PcPresence): Promise<void> {
      const rooms = await store.roomsHeldBy(db.query, pc_id)
      for (const room of rooms) feed.touch(room.id)
      if (now === PcPresence.online && before === PcPresence.unknown) return
      const at = clock.now()
      const moments = rooms
        .filter((room) => ON_RUN.includes(room.state))
        .map((room): MomentRow => ({
          key: ids.next(at),
          room_id: room.id,
          run_id: room.run_id,
          at,
          kind: 'log',
          tag: now === PcPresence.online ? 'info' : 'warn',
          ...spoken(
            now === PcPresence.online
              ? words('PC客户端已恢复连接', 'The PC is back')
              : words('PC客户端离线', 'The PC went offline'),
          ),
          event_id: null,
          data_json: null,
        }))
      if (moments.length === 0) return
      const written = db.query.insertInto('room_moment').values(moments)
      feed.stored({ moments: await written.returning(['id', 'room_id']).execute() })
    },
  }
}
