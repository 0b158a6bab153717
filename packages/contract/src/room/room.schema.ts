import { nouns } from '../facts/nouns.ts'
import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { Played } from '../agent/played.schema.ts'
import { Thumb } from '../stage/thumb.schema.ts'
import { field, changeOf, says } from '../kernel/field.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { cursorField, listQuery, pageFields } from '../kernel/page.ts'
import { fen } from '../kernel/money.ts'
import { version } from '../kernel/version.ts'
import { IsOrNot, LiveStatus, RoomMode, SortDir, WorkerStatus } from '../facts/enums.ts'
import { Platform } from '../facts/platforms.ts'
import { PcPresence } from '../facts/presence.ts'
import { MOMENT_FILTERS, MOMENT_KINDS } from './moment.rules.ts'
import { RoomState } from './room.state.ts'
import { hasTime, RunStop, StopRule, TIME_NEEDED } from './room.stop.schema.ts'

/** Eight characters that no one confuses when reading them out: no 0 O 1 I L U. */
export const ROOM_CODE = /^[2-9A-HJKMNP-TV-Z]{8}$/
export const roomCode = () => field(nouns.room, z.string().check(z.regex(ROOM_CODE)))
const id = (label: Words) => field(label, z.string().check(z.minLength(1), z.maxLength(40)))
const name = line(nouns.name, 40)

export const RoomDraft = z.object({
  name,
  account_id: id(nouns.liveAccount),
  pc_id: z.optional(z.nullable(id(nouns.pc))),
  mode: z._default(field(words('模式', 'Mode'), oneOf(RoomMode)), RoomMode.live),
  actor: maybeLine(words('主播称呼', 'Anchor’s name'), 20),
  game_id: z.optional(z.nullable(idOf(nouns.game))),
})
export type RoomDraft = z.infer<typeof RoomDraft>

export const RoomUpdate = z.object({
  room_code: roomCode(),
  version,
  ...changeOf(RoomDraft.shape),
})

/** Without `game_id` the room has none. On air a round may be played: that is broken off only with `force` and a reason. */
export const GameChange = z
  .object({
    room_code: roomCode(),
    game_id: z.optional(z.nullable(idOf(nouns.game))),
    force: z.optional(field(words('强制切换', 'Change anyway'), z.boolean())),
    reason: z.optional(
      field(nouns.reason, z.string().check(z.trim(), z.minLength(2), z.maxLength(200))),
    ),
  })
  .check(
    z.refine(({ force, reason }) => !force || reason !== undefined, {
      error: says('请输入{label}', '{label} is required'),
      path: ['reason'],
    }),
  )

export const RoomRef = z.object({ room_code: roomCode() })
/** `plan_id`: it speaks the script of that plan, and stops when the plan does unless `stop` says otherwise. */
export const RoomStart = z
  .object({
    room_code: roomCode(),
    plan_id: z.optional(idOf(nouns.plan)),
    stop: z.optional(StopRule),
    /** Left out: as the room is set. */
    mode: z.optional(field(words('模式', 'Mode'), oneOf(RoomMode))),
  })
  .check(z.refine(({ stop }) => !stop || hasTime(stop), TIME_NEEDED))
/** Without `stop` the open run goes on until somebody ends it. */
export const StopRuleChange = z
  .object({ room_code: roomCode(), stop: z.optional(z.nullable(StopRule)) })
  .check(z.refine(({ stop }) => !stop || hasTime(stop), TIME_NEEDED))
/** `version`: that of the room before it was deleted. */
export const RoomRestore = z.object({ room_code: roomCode(), version })

const stopModes = enumeration({
  now: ['now', '立即', 'At once'],
  sentence: ['sentence', '说完这句', 'After the sentence'],
  emergency: ['emergency', '紧急', 'Emergency'],
})
export const StopMode = oneOf(stopModes)
export const RoomStop = z.object({
  room_code: roomCode(),
  /** `sentence`: after the sentence being spoken. `emergency` needs `room.imme`, is never queued and may name its reason later. */
  mode: z._default(field(words('停播方式', 'How to stop'), StopMode), 'now'),
})
const airActs = enumeration({
  pause: ['pause', '暂停', 'Pause'],
  resume: ['resume', '恢复', 'Resume'],
  takeover: ['takeover', '接管', 'Take over'],
  release: ['release', '交还', 'Hand back'],
  dismiss: ['dismiss', '不再处理', 'Dismiss'],
})
export type AirAct = ValueOf<typeof airActs>
/** What the anchor may say from now on, or whether it is heard, or both. */
export const RoomAir = z
  .object({
    room_code: roomCode(),
    act: z.optional(field(nouns.action, oneOf(airActs))),
    muted: z.optional(field(words('静音', 'Mute'), z.boolean())),
  })
  .check(
    z.refine(({ act, muted }) => act !== undefined || muted !== undefined, {
      error: says('请选择{label}', 'Choose {label}'),
      path: ['act'],
    }),
  )
export const StopReason = z.object({
  run_id: id(nouns.run),
  reason: field(nouns.reason, z.string().check(z.trim(), z.minLength(2), z.maxLength(200))),
})

/** Why the room needs a person, with the one act that helps; `null` when it needs nobody. */
export const Attention = z.nullable(
  z.object({
    reason: z.string(),
    /** The same in English, where known; so are all fields that end in `_en`. */
    reason_en: z.nullable(z.string()),
    act: z.enum(['start', 'stop', 'check']),
    /** The PC may go on with what it was told to end: nothing is more urgent. */
    grave: z.boolean(),
  }),
)

/** What the wall shows of a room's PC. */
export const PcHealth = z.object({
  pc_id: z.string(),
  name: z.string(),
  presence: oneOf(PcPresence),
  last_seen_at: z.nullable(z.int()),
  version: z.nullable(z.string()),
})

/** The open run, or the last one. */
export const RunSummary = z.object({
  run_id: z.string(),
  mode: oneOf(RoomMode),
  started_at: z.int(),
  ended_at: z.nullable(z.int()),
  gift_fen: fen(),
  gift_count: z.int(),
  danmu: z.int(),
  viewers: z.int(),
  /** Fen received in each of the last 30 minutes, oldest first. */
  per_minute: z.array(fen()),
  /** Events with money that the PC of an ended run is known to hold still. */
  money_unsent: z.int(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const NextPlan = z.object({
  plan_id: z.string(),
  name: z.string(),
  due_at: z.int(),
  end_at: z.int(),
})

export const RoomRow = z.object({
  id: z.string(),
  room_code: z.string(),
  name: z.string(),
  org: z.object({ id: z.string(), name: z.string() }),
  account: z.object({ account_id: z.string(), nickname: z.string(), platform: Platform }),
  pc: z.nullable(PcHealth),
  actor: z.string(),
  game: z.nullable(field(nouns.game, z.object({ id: z.string(), name: z.string() }))),
  mode: oneOf(RoomMode),
  state: RoomState,
  state_since: z.int(),
  status: oneOf(LiveStatus),
  worker: oneOf(WorkerStatus),
  /** Viewers see the anchor and hear nothing. */
  muted: z.boolean(),
  /** What viewers see; of a room that is not on air, or whose stage tells nothing, nothing. */
  thumb: z.nullable(Thumb),
  run: z.nullable(RunSummary),
  sentence: z.nullable(z.object({ text: z.string(), at: z.int() })),
  /** When the open run ends by itself. */
  stop: z.nullable(RunStop),
  /** The plan that is due next. */
  next_plan: z.nullable(NextPlan),
  attention: Attention,
  /** Whether the PC does, by its own word, what it was told last: runs the room or not, paused, muted, with these settings. */
  confirmed: z.boolean(),
  last_error: z.nullable(z.string()),
  last_error_en: z.nullable(z.string()),
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.nullable(z.string()),
})
export type RoomRow = z.infer<typeof RoomRow>

export const RoomQuery = listQuery(['attention', 'name', 'created_at', 'gift_fen'], {
  status: z.optional(field(nouns.status, oneOf(LiveStatus))),
  platform: z.optional(field(nouns.platform, Platform)),
  org_id: z.optional(id(nouns.org)),
  presence: z.optional(field(nouns.pcState, oneOf(PcPresence))),
  attention: z.optional(field(nouns.needsAttention, oneOf(IsOrNot))),
})

/** Counts of the whole scope, whatever the filters: the head of the wall. */
export const RoomPage = z.object({
  list: z.array(RoomRow),
  total: z.int(),
  counts: z.object({ all: z.int(), on_air: z.int(), starting: z.int(), attention: z.int() }),
})
export type RoomPage = z.infer<typeof RoomPage>

const CheckLevel = z.enum(['pass', 'warn', 'block'])
const PREFLIGHT_CHECKS = [
  'account',
  'account_free',
  'org',
  'pc',
  'pc_online',
  'pc_free',
  'pc_version',
  'clock',
  'source',
  'rules',
  'game',
  'licence',
  'scene',
  'voice',
  'plan',
  'draw',
] as const
export const PreflightItem = z.object({
  check: z.enum(PREFLIGHT_CHECKS),
  title: z.string(),
  level: CheckLevel,
  /** What was seen. */
  evidence: z.string(),
  /** What to do about it, with the console path that does it; `null` when it passed. */
  fix: z.nullable(z.object({ text: z.string(), path: z.nullable(z.string()) })),
})
export type PreflightItem = z.infer<typeof PreflightItem>
export const Preflight = z.object({ ready: z.boolean(), list: z.array(PreflightItem) })
export type Preflight = z.infer<typeof Preflight>

export const StartResult = z.object({ run_id: z.string(), room: RoomRow })
/** How far a start has come: `room.progress` of the live channel. */
export const StartProgress = z.object({
  room_code: z.string(),
  /** Checks run; the PC was told; the PC prepares; on air; or it ended before that. */
  stage: z.enum(['preflight', 'desired', 'starting', 'living', 'failed']),
  at: z.int(),
})
export type StartProgress = z.infer<typeof StartProgress>
export const StopResult = z.object({
  run_id: z.nullable(z.string()),
  room: RoomRow,
  /** Whether the PC has said that it has stopped; the live channel tells when it does. */
  confirmed: z.boolean(),
})

/** Desired, reported and platform state side by side, and where they differ. */
export const StatusCheck = z.object({
  desired: z.object({
    run: z.boolean(),
    run_id: z.nullable(z.string()),
    config_hash: z.nullable(z.string()),
  }),
  reported: z.nullable(
    z.object({
      worker: oneOf(WorkerStatus),
      run_id: z.nullable(z.string()),
      config_hash: z.nullable(z.string()),
      at: z.int(),
    }),
  ),
  platform: z.nullable(
    z.object({ source: z.string(), connected: z.boolean(), detail: z.string() }),
  ),
  differences: z.array(z.string()),
})
export type StatusCheck = z.infer<typeof StatusCheck>

/** Who may act in this room, and by which groups. */
export const RoomRole = z.object({
  uid: z.string(),
  nickname: z.string(),
  groups: z.array(z.string()),
  actions: z.array(z.string()),
})

/** What a viewer gave in a run, all gifts together. */
export const Giver = z.object({
  open_id: z.string(),
  /** As at the last gift. */
  nickname: z.string(),
  fen: fen(),
  count: z.int(),
})
export type Giver = z.infer<typeof Giver>

/** One line of a room's timeline. */
export const Moment = z.object({
  /** Unique within the room: `<at>-<table>-<key>`. Opaque but for its use as the cursor `before`. */
  id: z.string(),
  room_code: z.string(),
  run_id: z.nullable(z.string()),
  at: z.int(),
  kind: z.enum(MOMENT_KINDS),
  /** The event kind, the decision's reason code, the speech state, the command state or the log level. */
  tag: z.string(),
  text: z.string(),
  text_en: z.nullable(z.string()),
  user: z.nullable(z.object({ open_id: z.string(), nickname: z.string() })),
  fen: z.nullable(fen()),
  /** The event that caused it: a sentence is joined to it by a line. */
  event_id: z.nullable(z.string()),
  /** Of a sentence: the same one in each of its states. */
  speech_id: z.nullable(z.string()),
  /** Of a sentence that a stage has played: how. */
  played: z.nullable(Played),
  /** Of a decision that a cooldown held back: how long it still lasted. */
  left_ms: z.nullable(z.int()),
  is_test: oneOf(IsOrNot),
  /** It arrived long after it happened: booked, and answered by no rule. */
  is_late: oneOf(IsOrNot),
})
export type Moment = z.infer<typeof Moment>

/** Newest first; `before` is the `id` of the oldest moment already held. */
export const ConsoleLogQuery = z.object({
  room_code: roomCode(),
  run_id: z.optional(id(nouns.run)),
  kind: z.optional(field(nouns.kind, z.enum(MOMENT_FILTERS))),
  before: z.optional(field(nouns.cursor, z.string().check(z.maxLength(200)))),
  page_size: pageFields.page_size,
})
export const ConsoleLog = z.object({ list: z.array(Moment), has_more: z.boolean() })

const readings = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.number())]))

export const TriggerLogQuery = z.object({
  room_code: roomCode(),
  run_id: z.optional(id(nouns.run)),
  outcome: z.optional(field(nouns.outcome, z.string().check(z.maxLength(16)))),
  set_id: z.optional(id(nouns.ruleSet)),
  node_id: z.optional(id(words('规则', 'Rule'))),
  event_key: z.optional(id(nouns.event)),
  /** By the platform's number of the viewer. */
  user: z.optional(field(nouns.userId, z.string().check(z.minLength(1), z.maxLength(128)))),
  /** Both instants are included. */
  from_at: z.optional(field(words('开始', 'From'), z.int())),
  to_at: z.optional(field(words('结束', 'Until'), z.int())),
  page: pageFields.page,
  page_size: pageFields.page_size,
  cursor: cursorField,
  sort_dir: z.optional(field(nouns.sortDirection, oneOf(SortDir))),
})
export const TriggerLog = z.object({
  id: z.string(),
  at: z.int(),
  run_id: z.nullable(z.string()),
  event_id: z.string(),
  event_key: z.string(),
  set_id: z.string(),
  node_id: z.string(),
  node_name: z.string(),
  outcome: z.string(),
  text: z.nullable(z.string()),
  /** The evaluation, step by step, as the engine recorded it. Of what fired it is kept for a day. */
  trace: z.nullable(z.record(z.string(), z.unknown())),
  /** The version of the set. Null where the PC did not say it, as what follows is. */
  v: z.nullable(z.int()),
  user: z.nullable(z.string()),
  effects: z.nullable(z.array(z.object({ effect_id: z.int(), kind: z.string() }))),
  /** What the event said, and what the room remembered of what was asked. */
  vars: z.nullable(readings),
  prior: z.nullable(readings),
})
export type TriggerLog = z.infer<typeof TriggerLog>
