import { RecordingPage, RecordingQuery } from './room.recording.schema.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { domain, get, post } from '../kernel/endpoint.ts'
import { endlessPageOf, listOf } from '../kernel/page.ts'
import { TIMEOUT } from '../facts/constants.ts'
import {
  ConsoleLog,
  ConsoleLogQuery,
  GameChange,
  Giver,
  Preflight,
  RoomAir,
  RoomDraft,
  RoomPage,
  RoomQuery,
  RoomRef,
  RoomRestore,
  RoomRole,
  RoomRow,
  RoomStart,
  RoomStop,
  RoomUpdate,
  StartResult,
  StatusCheck,
  StopReason,
  StopResult,
  StopRuleChange,
  TriggerLog,
  TriggerLogQuery,
} from './room.schema.ts'
import { Draw, DrawPage, DrawQuery, DrawRef } from './room.draw.schema.ts'
import { QueueActing, SpeechQueue } from '../agent/queue.schema.ts'
import {
  InsertCancel,
  InsertPage,
  InsertQuery,
  InsertRow,
  RoomCutIn,
  RoomSay,
} from './room.insert.schema.ts'
import { Wall } from './room.wall.schema.ts'

/** The reads that show rooms. */
const SHOWN = ['room.list', 'room.wall', 'room.info'] as const
/** Those that say which live accounts and PCs are taken by a room. */
const BOUND = ['lookup.liveAccounts', 'lookup.pcs'] as const
const EDITED = [...SHOWN, ...BOUND, 'history.list'] as const

export const roomApi = domain('room', {
  list: get('/admin/v1/live/room/list', { input: RoomQuery, data: RoomPage, can: 'room.look' }),
  /** Every room of the scope at once, compact: filtered and sorted where it is shown. */
  wall: get('/admin/v1/x/room/wall', { data: Wall, can: 'room.look' }),
  info: get('/admin/v1/live/room/info', { input: RoomRef, data: RoomRow, can: 'room.look' }),
  create: post('/admin/v1/live/room/create', {
    input: RoomDraft,
    data: RoomRow,
    can: 'room.add',
    audit: words('新增直播间', 'Added a room'),
    changes: [...SHOWN, ...BOUND],
  }),
  update: post('/admin/v1/live/room/update', {
    input: RoomUpdate,
    data: RoomRow,
    can: 'room.edit',
    audit: words('编辑直播间', 'Edited a room'),
    changes: EDITED,
  }),
  changeGame: post('/admin/v1/live/room/change/game', {
    input: GameChange,
    data: RoomRow,
    can: 'room.operate',
    audit: words('更换直播间的游戏', 'Changed the game of a room'),
    changes: [...EDITED, 'talk.part', 'game.info', 'game.list'],
  }),
  delete: post('/admin/v1/live/room/delete', {
    input: RoomRef,
    data: z.null(),
    can: 'room.del',
    audit: words('删除直播间', 'Deleted a room'),
    changes: EDITED,
  }),
  /** Takes a deletion back, while nobody else has taken its live account. */
  restore: post('/admin/v1/x/room/restore', {
    input: RoomRestore,
    data: RoomRow,
    can: 'room.del',
    audit: words('撤销删除直播间', 'Restored a deleted room'),
    changes: EDITED,
  }),
  preflight: get('/admin/v1/x/room/preflight', {
    input: RoomRef,
    data: Preflight,
    can: 'room.look',
  }),
  start: post('/admin/v1/live/room/start', {
    input: RoomStart,
    data: StartResult,
    can: 'room.play',
    audit: words('开播', 'Started a room'),
    stepwise: true,
    changes: SHOWN,
    timeoutMs: TIMEOUT.liveStart,
  }),
  stop: post('/admin/v1/live/room/stop', {
    input: RoomStop,
    data: StopResult,
    can: 'room.play',
    audit: words('停播', 'Stopped a room'),
    changes: SHOWN,
    maxBytes: 16_384,
    reserved: true,
  }),
  /** When the open run is to end by itself, and whether. */
  stopRule: post('/admin/v1/x/room/stop_rule', {
    input: StopRuleChange,
    data: RoomRow,
    can: 'room.play',
    audit: words('设置停播条件', 'Said when a run ends'),
    changes: SHOWN,
  }),
  /** Pauses the anchor, hands it to a person, or mutes it: the run goes on. */
  air: post('/admin/v1/x/room/air', {
    input: RoomAir,
    data: RoomRow,
    can: 'room.operate',
    audit: words('控制主播说话', 'Controlled what the anchor says'),
    changes: SHOWN,
  }),
  stopReason: post('/admin/v1/x/room/stop_reason', {
    input: StopReason,
    data: z.null(),
    can: 'room.play',
    audit: words('填写停播原因', 'Gave a reason for a stop'),
  }),
  statusCheck: post('/admin/v1/live/room/status/check', {
    input: RoomRef,
    data: StatusCheck,
    can: 'room.look',
  }),
  reset: post('/admin/v1/live/room/reset', {
    input: RoomRef,
    data: z.null(),
    can: 'room.operate',
    audit: words('重置直播间', 'Reset a room'),
    stepwise: true,
    changes: SHOWN,
  }),
  role: get('/admin/v1/live/room/role', {
    input: RoomRef,
    data: listOf(RoomRole),
    can: 'room.look',
  }),
  /** Who gave most in the open run, or the last one: five at most. */
  givers: get('/admin/v1/x/room/givers', {
    input: RoomRef,
    data: listOf(Giver),
    can: 'room.look',
  }),
  /** Asks the PC: 1008 where it does not answer. A room that is not on air has nobody waiting. */
  queue: get('/admin/v1/x/room/queue', {
    input: RoomRef,
    data: SpeechQueue,
    can: 'room.look',
  }),
  queueAct: post('/admin/v1/x/room/queue_act', {
    input: QueueActing,
    data: z.null(),
    can: 'room.operate',
    audit: words('处理待说的话', 'Handled a waiting line'),
    stepwise: true,
    changes: ['room.queue'],
  }),
  /** The anchor says what is typed, before or after what waits. A repeat of the same key answers the first. */
  say: post('/admin/v1/x/room/say', {
    input: RoomSay,
    data: InsertRow,
    can: 'room.operate',
    audit: words('立即说', 'Had the anchor say something'),
    changes: ['room.inserts', 'room.queue'],
  }),
  /** Plays a sound or a video on the room's stage. A repeat of the same key answers the first. */
  cutInVideo: post('/admin/v1/live/room/cutInVideo', {
    input: RoomCutIn,
    data: InsertRow,
    can: 'room.operate',
    audit: words('插播素材', 'Cut in a file'),
    changes: ['room.inserts', 'room.queue'],
  }),
  inserts: get('/admin/v1/x/room/inserts', {
    input: InsertQuery,
    data: InsertPage,
    can: 'room.look',
  }),
  insertCancel: post('/admin/v1/x/room/insert_cancel', {
    input: InsertCancel,
    data: InsertRow,
    can: 'room.operate',
    audit: words('取消插播', 'Took back what the anchor was to say'),
    stepwise: true,
    changes: ['room.inserts', 'room.queue'],
  }),
  /** What the room's stage has recorded of itself, newest first. */
  recordings: get('/admin/v1/x/room/recordings', {
    input: RecordingQuery,
    data: RecordingPage,
    can: 'room.look',
  }),
  /** 福袋: the draws among the viewers of a room, each checked. */
  draws: get('/admin/v1/x/room/draws', { input: DrawQuery, data: DrawPage, can: 'room.look' }),
  draw: get('/admin/v1/x/room/draw', { input: DrawRef, data: Draw, can: 'room.look' }),
  consoleLogs: get('/admin/v1/live/room/console/logs', {
    input: ConsoleLogQuery,
    data: ConsoleLog,
    can: 'room.look',
  }),
  triggerLogs: get('/admin/v1/live/event/trigger/logs', {
    input: TriggerLogQuery,
    data: endlessPageOf(TriggerLog),
    can: 'room.look',
  }),
})
