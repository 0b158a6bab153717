import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { MoneyUnsent, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { StageTrouble } from '@kaibo/contract/agent/stage-items.schema.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { MoveCause } from '@kaibo/contract/room/room.enums.ts'
import { isOnAir, isOnRun, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { Committer } from '#platform/committer.ts'
import { unrecorded } from './room.attention.ts'
import { STOP_WITHIN_MS } from './room.deadlines.ts'
import { noteOf } from './room.moments.ts'
import type { RoomContext } from './room.context.ts'
import { failure, RoomMoved } from './room.move.ts'
import { parseReport } from './room.rows.ts'
import type { StopRules } from './room.stop-rule.ts'
import { storedStop } from './room.stop-rule.store.ts'
import * as store from './room.store.ts'
import { createUnconfirmed } from './room.unconfirmed.ts'

interface Answer {
  to?: RoomState
  cause?: MoveCause
  /** The PC does something else than it should: send it the desired state again. */
  push?: boolean
}

/**
 * What a report means for its room. Only a report of the room's open run can move it; a PC that reports another run is sent the
 * desired state again, each time.
 */
export function answerTo(
  room: { state: RoomState; run_id: string | null },
  report: Pick<ReportedRoom, 'run_id' | 'worker' | 'error' | 'stage' | 'ended_by'>,
): Answer {
  const { worker, error } = report
  const { state } = room
  const isLiving = worker === WorkerStatus.living
  if (!isOnRun(state)) return { push: isLiving }
  if (report.run_id !== room.run_id) {
    // A PC that was told to stop and does not report the run any more has stopped it.
    return state === 'stopping' && !isLiving
      ? { to: 'ended', cause: 'agent_stopped' }
      : { push: true }
  }
  if (isLiving) {
    if (state === 'starting') return { to: 'living', cause: 'agent_living' }
    return heardAs(state, report.stage?.trouble) ?? { push: state === 'stopping' }
  }
  if (worker !== WorkerStatus.unliving) return {}
  if (state === 'stopping') return { to: 'ended', cause: 'agent_stopped' }
  if (error !== null || state === 'starting') return { to: 'failed', cause: 'agent_failed' }
  return { to: 'ended', cause: report.ended_by ?? 'agent_stopped' }
}

type Trouble = StageTrouble | null | undefined

/** Viewers see nothing, or hear nothing though there is a voice. */
export const isDown = (trouble: Trouble): trouble is 'voice_down' | 'stage_lost' =>
  trouble === 'voice_down' || trouble === 'stage_lost'

/** What viewers notice of the stage: of a room that a person has paused or taken over it changes nothing. */
function heardAs(state: RoomState, trouble: Trouble): Answer | undefined {
  if (state === 'living' && isDown(trouble)) return { to: 'fallback', cause: trouble }
  if (state === 'fallback' && !isDown(trouble)) return { to: 'living', cause: 'recovered' }
  return undefined
}

/** Reports in one statement. */
const MOST_AT_ONCE = 1_000

const BACK = words('PC客户端已恢复连接', 'The PC is back')
const AWAY = words('PC客户端离线', 'The PC went offline')
const NOT_STOPPED = words(
  `客户端${STOP_WITHIN_MS / 1000}秒内未停播，请到PC上检查`,
  `The PC did not stop within ${STOP_WITHIN_MS / 1000} s; look at it`,
)

interface Kept {
  room_id: string
  reported_json: string
  at: number
}

export function createReports(
  context: RoomContext,
  stopRules: Pick<StopRules, 'wish' | 'postponed'>,
) {
  const { platform, feed, link, transit, desired } = context
  const { markConfirmed } = createUnconfirmed(context)
  const { db, clock, ids, log } = platform
  /** By room code: unchanged reports since the last run of `lookAgain`. */
  const again = new Map<string, { pc_id: string; report: ReportedRoom }>()

  /** Writes waiting reports together: after a restart all PCs report at once. */
  const keeping = new Committer<Kept, void>(
    MOST_AT_ONCE,
    () => 1,
    async (reports) => {
      // Of two reports of one room the later one is kept.
      const newest = new Map(reports.map((one) => [one.room_id, one]))
      await store.keepReports(db.query, db.dialect, [...newest.values()])
      return reports.map(() => undefined)
    },
  )

  async function roomsOf(codes: string[]): Promise<Map<string, store.Reportable>> {
    const rooms = await store.reportableRooms(db.query, null, { codes })
    return new Map(rooms.map((room) => [room.room_code, room]))
  }

  /** Says this in the timelines of these rooms. */
  async function note(
    rooms: readonly Pick<store.Reportable, 'id' | 'run_id'>[],
    tag: 'info' | 'warn',
    said: Words,
  ): Promise<void> {
    if (rooms.length === 0) return
    const at = clock.now()
    const moments = rooms.map((room) => noteOf(room, { key: ids.next(at), at, tag, said }))
    const written = db.query.insertInto('room_moment').values(moments)
    feed.stored({ moments: await written.returning(['id', 'room_id']).execute() })
  }

  async function take(room: store.Reportable, report: ReportedRoom): Promise<void> {
    const { reported_json } = room
    if (reported_json !== JSON.stringify(report)) await keep(room, report)
    const why = report.stage?.recording
    if (why && why !== parseReport(reported_json)?.stage?.recording)
      await note([room], 'warn', unrecorded(why))
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

  /** A PC that goes on with a run which it was told to stop, by its own word and past the deadline. */
  const ignoresStop = (room: store.Reportable, { run_id, worker }: ReportedRoom) =>
    room.state === 'stopping' &&
    worker === WorkerStatus.living &&
    run_id === room.run_id &&
    desired.isTold(room) &&
    clock.now() - room.state_since > STOP_WITHIN_MS

  /** What the PC says of when its run ends. */
  async function heedStop(room: store.Reportable, report: ReportedRoom): Promise<void> {
    const { stop_wish, stop_postponed } = report
    const { stop, heard } = storedStop(room.stop_json)
    if (stop_wish && heard !== stop_wish.effect) await stopRules.wish(room, stop_wish)
    if (stop_postponed && stop && stop_postponed.due_at > stop.due_at)
      await stopRules.postponed(room, stop_postponed)
  }

  /** Moves the room if the report asks for that; sends the PC the desired state if it does something else. */
  async function obey(room: store.Reportable, report: ReportedRoom): Promise<boolean> {
    const { to, cause: told, push } = answerTo(room, report)
    if (report.run_id === room.run_id && isOnAir(room.state)) await heedStop(room, report)
    if ((push || !desired.isTold(room)) && room.pc_id) link.answer(room.pc_id)
    if (report.worker !== WorkerStatus.living) await markConfirmed(room)
    if (ignoresStop(room, report)) {
      const why = failure(NOT_STOPPED)
      await transit(room, 'failed', { cause: 'stop_timeout' }, { ...why, unconfirmed_at: null })
      return true
    }
    if (!to || !told) return false
    const ended = told === 'agent_stopped' && isOnAir(room.state)
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

  /** Stores a report unless only its `queue` has changed, which changes all the time and is not shown. */
  async function keep(room: store.Reportable, report: ReportedRoom): Promise<void> {
    const before = parseReport(room.reported_json)
    // Whether anything waits decides when a run that has a stop rule is ended.
    const hasSameQueue = room.stop_json === null || !before || before.queue > 0 === report.queue > 0
    const isSame =
      before && JSON.stringify({ ...report, queue: before.queue }) === room.reported_json
    if (isSame && hasSameQueue) return
    await keeping.add({
      room_id: room.id,
      reported_json: JSON.stringify(report),
      at: clock.now(),
    })
    feed.touch(room.id)
  }

  /** Whether the platform has reported the end of the stream in this run. */
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
    /** Answers a message for each room that is not this PC's. */
    async reported(
      pc_id: string,
      reports: readonly ReportedRoom[],
      epoch?: number,
    ): Promise<string[]> {
      const codes = reports.map((report) => report.room_code)
      for (const code of codes) again.delete(code)
      const rooms = await roomsOf(codes)
      // Of an older connection: the PC has connected anew, and says what is so by that one.
      if (
        epoch !== undefined &&
        [...rooms.values()].some((room) => room.pc_id === pc_id && room.link_epoch > epoch)
      )
        return []
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
      if (refused.length > 0) link.answer(pc_id)
      return refused
    },

    /** Notes unsent money of runs that have ended; of a run on air it is on its way and needs no note. */
    async unsent(pc_id: string, runs: readonly MoneyUnsent[]): Promise<void> {
      for (const room_id of await store.noteUnsent(db.query, pc_id, runs)) feed.touch(room_id)
    },

    /** PCs do what they were told: their rooms are shown anew. */
    async obeyed(pc_ids: readonly string[]): Promise<void> {
      for (const { id } of await store.roomsHeldBy(db.query, pc_ids)) feed.touch(id)
    },

    /** Unchanged reports: nothing is stored, and `lookAgain` compares them with the desired state. */
    repeated(pc_id: string, reports: readonly ReportedRoom[]): void {
      for (const report of reports) again.set(report.room_code, { pc_id, report })
    },

    /** Acts on all unchanged reports since the last run, read with one statement per thousand rooms. */
    async lookAgain(): Promise<void> {
      const said = [...again]
      again.clear()
      for (let i = 0; i < said.length; i += MOST_AT_ONCE) {
        const some = said.slice(i, i + MOST_AT_ONCE)
        const rooms = await roomsOf(some.map(([code]) => code))
        for (const [code, { pc_id, report }] of some) {
          const room = rooms.get(code)
          if (room?.pc_id !== pc_id) link.answer(pc_id)
          else
            await obey(room, report).catch((err: unknown) =>
              log.error({ err, room_id: room.id }, 'what a PC says again cannot be acted on'),
            )
        }
      }
    },

    /**
     * A PC connected or disconnected: its rooms are shown anew, and rooms on air note it in their timeline, except when it
     * reconnects to a server that has just started.
     */
    async presence(pc_id: string, now: 'online' | 'offline', before: PcPresence): Promise<void> {
      const rooms = await store.roomsHeldBy(db.query, [pc_id])
      for (const room of rooms) feed.touch(room.id)
      if (now === PcPresence.online && before === PcPresence.unknown) return
      const on = rooms.filter((room) => isOnRun(room.state))
      if (now === PcPresence.online) await note(on, 'info', BACK)
      else await note(on, 'warn', AWAY)
    },
  }
}
