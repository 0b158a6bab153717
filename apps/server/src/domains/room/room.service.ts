import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { DesiredRoom, MoneyUnsent, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { QueueOrder, WaitingFrame } from '@kaibo/contract/agent/queue.schema.ts'
import type { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import type { Patience } from '#platform/db/report.ts'
import { conflict, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { createAir } from './room.air.ts'
import { createContext, type RoomNeeds } from './room.context.ts'
import { createDeadlines } from './room.deadlines.ts'
import { drawOf, drawsOf } from './room.draws.ts'
import { createEditing } from './room.editing.ts'
import { giversOf } from './room.givers.ts'
import { createReports } from './room.reports.ts'
import { createInserts } from './room.insert.ts'
import { createGameChange } from './room.game.ts'
import { createQueue } from './room.queue.ts'
import { createRaise } from './room.raise.ts'
import { rolesIn } from './room.roles.ts'
import { pageOfRooms, type RoomQuery } from './room.page.ts'
import { rowByCode } from './room.rows.ts'
import { createStart } from './room.start.ts'
import { checkStatus } from './room.status.ts'
import { createStopRules } from './room.stop-rule.ts'
import { createStop, type StopMode } from './room.stop.ts'
import { inLanguage, reasonsIn } from './room.preflight.item.ts'
import * as store from './room.store.ts'
import { consoleLogs } from './room.timeline.ts'
import { triggerLogs } from './room.trigger-logs.ts'
import { createWatch } from './room.watch.ts'

const BEAT_MS = 1_000
const NOT_DELETED = words('直播间没有被删除', 'The room is not deleted')

export function createRooms(platform: Platform<Tables>, needs: RoomNeeds) {
  const { db, clock, live, log } = platform
  const context = createContext(platform, needs)
  const { feed, desired, look, wall } = context
  const { start, startPlanned, leaveToPerson, preflight } = createStart(context)
  const { stop, reset } = createStop(context)
  const air = createAir(context)
  const editing = createEditing(context)
  const changeGame = createGameChange(context)
  const stopRules = createStopRules(context)
  const reports = createReports(context, stopRules)
  const queue = createQueue(context)
  const watch = createWatch(context)
  const inserts = createInserts(context)
  const checkDeadlines = createDeadlines(context)
  const onError = (err: unknown) => log.error({ err }, 'rooms failed')
  let beats: Beat[] = []

  async function find(actor: Actor, room_code: string): Promise<store.Room> {
    const room = await store.roomByCode(db.query, actor.scope, room_code)
    if (!room) throw notFound(nouns.room)
    return room
  }

  async function row(actor: Actor, room_code: string): Promise<RoomRow> {
    const found = await rowByCode(db.query, actor.scope, room_code, look())
    if (!found) throw notFound(nouns.room)
    return found
  }

  const sees = async (actor: Actor, room_code: string): Promise<boolean> =>
    (await store.roomByCode(db.query, actor.scope, room_code)) !== undefined
  live.form(roomApi.update, sees)

  return {
    feed,
    raise: createRaise(context),
    sees,
    /** The desired state of this PC. */
    desired: (pc_id: string): Promise<DesiredRoom[]> => desired.ofPc(pc_id),
    /** Takes a PC's reports; answers a message for each room that is not its own. */
    reported: (pc_id: string, rooms: ReportedRoom[], epoch?: number): Promise<string[]> =>
      reports.reported(pc_id, rooms, epoch),
    /** Takes a PC's counts of events with money that it has not sent yet. */
    unsent: (pc_id: string, runs: readonly MoneyUnsent[]): Promise<void> =>
      reports.unsent(pc_id, runs),
    repeated: (pc_id: string, rooms: ReportedRoom[]): void => reports.repeated(pc_id, rooms),
    obeyed: (pc_ids: readonly string[]): Promise<void> => reports.obeyed(pc_ids),
    /** A PC is connected to this server, for the first time or again. */
    connected: (pc_id: string): void => watch.connected(pc_id),
    /** A PC tells what waits to be said in a room that is watched. */
    waiting: (pc_id: string, frame: WaitingFrame): void => watch.heard(pc_id, frame),
    presence: (pc_id: string, now: 'online' | 'offline', before: PcPresence): void =>
      void reports.presence(pc_id, now, before).catch(onError),

    /** Open runs go on. Starts and stops that an ended server left unfinished are ended by `checkDeadlines`. */
    startUp(): void {
      const works = [
        checkDeadlines,
        () => reports.lookAgain(),
        () => inserts.expire(),
        () => stopRules.check(),
        () => watch.look(),
      ]
      beats = works.map((work) => startBeat(BEAT_MS, work, onError))
    },
    async close(): Promise<void> {
      await Promise.all(beats.map((beat) => beat.stop()))
      watch.close()
      feed.close()
    },

    list: (actor: Actor, query: RoomQuery) => pageOfRooms(db.query, actor.scope, query, look()),
    wall: (actor: Actor) => wall.of(actor.scope),
    row,
    async create(actor: Actor, draft: ParsedOf<typeof roomApi.create>): Promise<RoomRow> {
      const created = await row(actor, await editing.create(actor, draft))
      feed.touch(created.id)
      return created
    },
    async update(actor: Actor, draft: ParsedOf<typeof roomApi.update>): Promise<RoomRow> {
      await editing.update(actor, await find(actor, draft.room_code), draft)
      return row(actor, draft.room_code)
    },
    async changeGame(actor: Actor, change: ParsedOf<typeof roomApi.changeGame>): Promise<RoomRow> {
      const { room_code } = change
      await changeGame(actor, await find(actor, room_code), await row(actor, room_code), change)
      return row(actor, room_code)
    },
    async remove(actor: Actor, room_code: string): Promise<RoomRow> {
      const before = await row(actor, room_code)
      await editing.remove(actor, await find(actor, room_code), before)
      return before
    },
    async restore(
      actor: Actor,
      { room_code, version }: ParsedOf<typeof roomApi.restore>,
    ): Promise<RoomRow> {
      const room = await store.deletedByCode(db.query, actor.scope, room_code)
      // Taken back already, it stands; else there never was one in sight.
      if (!room) throw conflict(NOT_DELETED, await row(actor, room_code))
      await editing.restore(actor, room, version)
      return row(actor, room_code)
    },

    /** Why it could not start now; nothing where it could. */
    async whyBlocked(actor: Actor, room_code: string): Promise<Words | undefined> {
      const result = await preflight(await find(actor, room_code))
      return result.ready ? undefined : reasonsIn(result)
    },
    preflight: async (actor: Actor, room_code: string, lang: Lang) =>
      inLanguage(await preflight(await find(actor, room_code)), lang),
    startPlanned,
    leaveToPerson,
    async start(actor: Actor, { room_code, ...asked }: ParsedOf<typeof roomApi.start>, lang: Lang) {
      const run_id = await start(actor, await find(actor, room_code), asked, lang)
      return { run_id, room: await row(actor, room_code) }
    },
    async stop(actor: Actor, room_code: string, mode: StopMode) {
      const run_id = await stop(actor, await find(actor, room_code), mode)
      const room_row = await row(actor, room_code)
      return { run_id, room: room_row, confirmed: room_row.confirmed }
    },
    async air(
      actor: Actor,
      { room_code, ...order }: ParsedOf<typeof roomApi.air>,
    ): Promise<RoomRow> {
      await air(actor, await find(actor, room_code), order)
      return row(actor, room_code)
    },
    async stopRule(
      actor: Actor,
      { room_code, stop }: ParsedOf<typeof roomApi.stopRule>,
    ): Promise<RoomRow> {
      await stopRules.byHand(actor, await find(actor, room_code), stop)
      return row(actor, room_code)
    },
    /** Answers the room. */
    async giveReason(actor: Actor, run_id: string, reason: string): Promise<store.Named> {
      const room_id = await db.transaction((trx) =>
        store.giveReason(trx, actor.scope, run_id, reason),
      )
      if (room_id === undefined) throw notFound(nouns.run)
      feed.touch(room_id)
      return store.nameOf(db.query, room_id)
    },
    async reset(actor: Actor, room_code: string): Promise<store.Named> {
      const room = await find(actor, room_code)
      await reset(actor, room)
      return room
    },
    queue: async (actor: Actor, room_code: string) => queue.waiting(await find(actor, room_code)),
    queueAct: (actor: Actor, room_code: string, order: QueueOrder): Promise<store.Named> =>
      queue.act(actor, room_code, order),
    say: inserts.say,
    cutIn: inserts.cutIn,
    inserts: async (actor: Actor, query: ParsedOf<typeof roomApi.inserts>, patience: Patience) =>
      inserts.page(await find(actor, query.room_code), query, patience),
    cancelInsert: inserts.cancel,
    statusCheck: async (actor: Actor, room_code: string, lang: Lang) =>
      checkStatus(context, await find(actor, room_code), lang),

    roles: async (actor: Actor, room_code: string) =>
      rolesIn(db.query, actor.scope, await find(actor, room_code), clock.now()),
    givers: async (actor: Actor, room_code: string) =>
      giversOf(db.query, (await find(actor, room_code)).run_id),
    consoleLogs: async (actor: Actor, query: ParsedOf<typeof roomApi.consoleLogs>) =>
      consoleLogs(db.query, await find(actor, query.room_code), query),
    draws: async (actor: Actor, query: ParsedOf<typeof roomApi.draws>, patience: Patience) =>
      drawsOf(db, (await find(actor, query.room_code)).id, query, patience),
    draw: (actor: Actor, draw_id: string) => drawOf(db, actor, draw_id),
    triggerLogs: async (
      actor: Actor,
      query: ParsedOf<typeof roomApi.triggerLogs>,
      patience: Patience,
    ) => triggerLogs(db, (await find(actor, query.room_code)).id, query, patience),
  }
}

export type Rooms = ReturnType<typeof createRooms>
