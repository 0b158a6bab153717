import * as z from 'zod/mini'
import { CmdItem, ReportedGame, RoundItem } from './game-items.schema.ts'
import { id, text } from './texts.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { WorkerStatus } from '../facts/enums.ts'
import { isShallow } from '../kernel/nesting.ts'
import { LiveEvent, RefusedEvent } from '../live/event.ts'
import { Credentials } from '../live-account/live-account.schema.ts'
import { Lottery } from '../live/lottery.schema.ts'
import { Platform } from '../facts/platforms.ts'
import { EffectItem, InsertItem, InsertOrder } from './insert.schema.ts'
import { ClipFrame, VoiceFrame, VoiceOrder } from './clip-frames.schema.ts'
import { LotteryItem } from './lottery-item.schema.ts'
import { CountsItem, DecisionItem, TapeItem } from './rule-items.schema.ts'
import { QueueOrder, WaitingFrame, WaitingList, WatchFrame } from './queue.schema.ts'
import { AirOrder } from './air.schema.ts'
import { EndedBy, Postponed, StopOrder, StopWish } from './stop.schema.ts'
import { ReportedStage, SpeechItem } from './stage-items.schema.ts'
import { BUNDLE_FORMAT } from '../talk/bundle.schema.ts'
import { WORDS_FORMAT } from '../talk/word-pack.schema.ts'
import { RuleSet } from '../talk/talk.schema.ts'

/**
 * The link between the server and a PC client: a WebSocket of JSON text frames, subprotocol `kaibo.agent.v1`.
 *
 * The upgrade carries `pc_id`, `ts` (ms), `nonce` and `sig` in its query: an Ed25519 signature, base64url, of
 * `pc_id|ts|nonce` by the key that was enrolled. Refused before the upgrade: 400 `ts` no whole number, 401 bad signature or
 * nonce seen, 409 clock more than 300 s off, 403 from a browser, 410 PC deleted, 503 too many at once (with Retry-After).
 */
export const AGENT_PATH = '/agent/v1/ws'
export const AGENT_SUBPROTOCOL = 'kaibo.agent.v1'
const MAX_BATCH = 1_000
/** The most spools that a hello may name beside its current one. */
export const MAX_BACKLOGS = 50
/** The most rooms that one frame may report. */
export const MAX_ROOMS_PER_PC = 100
export const HEARTBEAT_MS = 10_000
/** Nothing heard for this long: the PC is offline. */
export const OFFLINE_AFTER_MS = 35_000
export const MAX_CLOCK_SKEW_MS = 300_000
/** The longest that an agent which lost the server waits before it tries again. */
export const RECONNECT_WINDOW_MS = 60_000
export const AGENT_CLOSE = { replaced: 4409, goaway: 4503, badFrame: 4400 } as const
/** Said by agents that ask for bundles; all others get their rules with the settings. */
export const READS_BUNDLES = `bundle:${BUNDLE_FORMAT}`
/** Said by agents that screen what they say by a list of words. */
export const READS_WORDS = `words:${WORDS_FORMAT}`
/** Said by agents that pass commands on to games. */
export const DOES_CMD = 'effect:cmd'
/** Said by agents that have a stage for each of their rooms. */
export const HAS_STAGES = 'stage:1'
/** Said by agents that say up to which order they do what they are told. */
export const SAYS_OBEYED = 'obeyed:1'
/** Said by agents whose stages play files: inserts, and what rules name. */
export const PLAYS_FILES = 'play:1'
/** Said by agents whose rules move layers: others do not take rules that do. */
export const MOVES_LAYERS = 'move:1'
/** Said by agents that have a voice of their own. */
export const HAS_VOICE = 'speaker:1'
/** Said by agents that draw among the viewers of a room. */
export const DRAWS = 'lottery:1'
/** No part of a pack is longer, in UTF-16 units: below 200 kB in any language. */
export const PART_LENGTH = 60_000
/** The oldest agent version that may run a room. */
export const MIN_AGENT_VERSION = '0.1.0'

/** What a room is to run with. Its hash says whether the agent already has it. */
export const RoomConfig = z.object({
  room_code: z.string(),
  room_name: z.string(),
  actor: z.string(),
  mode: z.int(),
  platform: Platform,
  account: z.object({ account_id: z.string(), nickname: z.string(), platform_room_id: z.string() }),
  credentials: z.nullable(Credentials),
  /** What it draws for among its viewers; left out where it does not, or its PC cannot. */
  lottery: z.optional(Lottery),
  /** What it runs by: asked for with `need` where the PC does not have it. */
  bundle: z.optional(z.object({ hash: text(128) })),
  /** What may not be said: asked for as a bundle is. */
  words: z.optional(z.object({ hash: text(128) })),
  /** What it speaks of its own accord: asked for as a bundle is. Of a room that is not on air, what it will need soon. */
  script: z.optional(z.object({ hash: text(128) })),
  /** In place of a bundle: for PCs of before there were any, and from servers of before. */
  rules: z.optional(z.array(RuleSet)),
})
export type RoomConfig = z.infer<typeof RoomConfig>

/** What is to be done with a room. Apart from the settings: an agent that cannot read a newer server's settings can still stop. */
export const RoomOrder = z.object({
  room_code: z.string(),
  run: z.boolean(),
  run_id: z.nullable(z.string()),
  /** `sentence`: when stopping, finish the sentence being spoken. */
  stop_mode: z.enum(['now', 'sentence']),
  config_hash: z.string(),
  /** Left out by servers of before there were any: open, and heard. */
  air: z.optional(AirOrder),
  muted: z.optional(z.boolean()),
  /** When the run ends by itself; left out where nobody has said so. */
  stop: z.optional(StopOrder),
  /** The wish of a rule that the server has heard: `stop` is what came of it. */
  wish_heard: z.optional(text(128)),
})
export type RoomOrder = z.infer<typeof RoomOrder>

/** The desired state of one room on this PC. The agent reconciles towards it, whatever messages it missed. */
export const DesiredRoom = z.extend(RoomOrder, {
  config: RoomConfig,
  /** The last round of the room that the server knows: a PC that has another one before counts on from it. */
  last_round_seq: z.optional(z.int()),
  /** What opens the room's stage, where the PC has one. */
  stage: z.optional(
    z.object({
      token: z.string().check(z.minLength(20), z.maxLength(200)),
      /** What it shows: asked for as a bundle is. Left out of a room that nobody has arranged. */
      scene: z.optional(z.object({ hash: text(128) })),
      /** How its sentences sound; left out for PCs that do not ask for clips. */
      voice: z.optional(VoiceOrder),
    }),
  ),
})
export type DesiredRoom = z.infer<typeof DesiredRoom>

/** What the agent says of one room; `error` in Chinese, for the operator. */
export const ReportedRoom = z.object({
  room_code: text(16),
  run_id: z.nullable(text(64)),
  worker: oneOf(WorkerStatus),
  config_hash: z.nullable(text(128)),
  source: z.nullable(z.object({ kind: text(32), connected: z.boolean(), detail: text(500) })),
  queue: z.int(),
  error: z.nullable(text(500)),
  /** The hashes of what is really in use; of a room that is not on air, of what is ready. */
  packs: z.optional(
    z.object({
      bundle: z.nullable(text(128)),
      words: z.optional(z.nullable(text(128))),
      /** Of the script. */
      plan: z.optional(z.nullable(text(128))),
      fault: z.optional(z.nullable(text(500))),
    }),
  ),
  /** Left out where the room runs no game. */
  game: z.optional(ReportedGame),
  /** Left out by a PC without stages. */
  stage: z.optional(ReportedStage),
  /** It ended by itself, as its stop rule says, while the server was away. */
  ended_by: z.optional(EndedBy),
  /** A rule wants the run to end then. */
  stop_wish: z.optional(StopWish),
  /** Its stop rule put the end off while the server was away. */
  stop_postponed: z.optional(Postponed),
})
export type ReportedRoom = z.infer<typeof ReportedRoom>

export const Metrics = z.object({
  cpu_pct: z.number(),
  mem_used_mb: z.number(),
  mem_total_mb: z.number(),
  disk_free_mb: z.nullable(z.number()),
  spool_items: z.int(),
  spool_dropped: z.int(),
})
export type Metrics = z.infer<typeof Metrics>

/** Events with money of one run that wait in the spool of its PC. */
export const MoneyUnsent = z.object({ run_id: text(64), items: z.int().check(z.gte(1)) })
export type MoneyUnsent = z.infer<typeof MoneyUnsent>
/** The most runs that one frame may name. */
const MAX_UNSENT_RUNS = 200

/** The longest state that a PC answers, as JSON in UTF-16 units. */
export const MAX_STATE_LENGTH = 262_144
/** How long the server waits for it. */
export const STATE_WITHIN_MS = 3_000

/** What a room is doing, as far as an event of one viewer needs it. Read by the rules, which made it. */
export const LiveState = z.object({
  rules: z.record(z.string(), z.unknown()).check(z.refine((state) => isShallow(state))),
  speech: z.object({
    waiting: z.int(),
    silent_ms: z.number(),
    saying: z.array(text(200)).check(z.maxLength(100)),
  }),
})
export type LiveState = z.infer<typeof LiveState>

/** What the spool carries up. Each is stored exactly once: events by (organisation, source, event_id), the rest by (spool_id, seq). */
export const SpoolItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), run_id: z.nullable(text(64)), event: LiveEvent }),
  SpeechItem,
  z.object({
    type: z.literal('log'),
    room_code: z.nullable(text(16)),
    run_id: z.nullable(text(64)),
    at: z.int(),
    level: z.enum(['info', 'warn', 'error']),
    text: text(2000),
    text_en: z.optional(text(2000)),
    /** A rule raised it: the room needs a person. */
    alarm: z.optional(z.object({ type: z.int(), moment: z.optional(z.int()) })),
  }),
  DecisionItem,
  CountsItem,
  TapeItem,
  RoundItem,
  CmdItem,
  InsertItem,
  EffectItem,
  LotteryItem,
])
export type SpoolItem = z.infer<typeof SpoolItem>

/** All are idempotent: an agent that is killed while it carries one out does so again. */
export const COMMANDS = ['room.reset', 'room.insert', 'room.insert_cancel', 'game.cmd'] as const
export const CommandName = z.enum(COMMANDS)

/** What a command is about. */
export const CommandArgs = z.object({
  /** Of `game.cmd` what the game is to do. */
  game: z.optional(
    z.object({
      name: z.string(),
      args: z.array(z.union([z.string(), z.number()])).check(z.maxLength(10)),
    }),
  ),
  /** Of `room.insert` what is to be said. */
  insert: z.optional(InsertOrder),
  /** Of `room.insert_cancel` what is not to be said after all. */
  insert_id: z.optional(z.string()),
})
export type CommandArgs = z.infer<typeof CommandArgs>

/** `ReportedRoom`s, checked one by one: a bad one is left out and the others are taken. */
const RoomReports = z.array(z.unknown()).check(z.maxLength(MAX_ROOMS_PER_PC))

/** Each item has a number, and the numbers rise from the first. */
const numbersItems = (batch: { first_seq: number; seqs?: number[]; items: unknown[] }): boolean =>
  batch.seqs === undefined ||
  (batch.seqs.length === batch.items.length &&
    batch.seqs.every((seq, i, all) =>
      i === 0 ? seq === batch.first_seq : seq > (all[i - 1] ?? 0),
    ))

/** The `seq` of the newest desired state that the PC has taken. */
const Obeyed = z.int().check(z.gte(0))

export const AgentFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: text(32),
    pc_name: text(100),
    boot_id: id(),
    /** `source:<kind>` for each kind of source that it would run a room with, as it was started. */
    capabilities: z.array(text(64)).check(z.maxLength(50)),
    /** The games that are installed beside it. */
    games: z.optional(
      z.array(z.object({ package: text(64), version: text(32) })).check(z.maxLength(200)),
    ),
    spool_id: id(),
    /** The last sequence number in the spool; the server answers what it already holds. */
    spool_seq: z.int(),
    /** Other spools of this PC, left by an outage and still to be sent; they go up beside the current one. */
    backlogs: z.optional(z.array(id()).check(z.maxLength(MAX_BACKLOGS))),
    at: z.int(),
    facts: z.object({ os: text(200), cpu: text(200), mem_mb: z.number(), node: text(50) }),
    rooms: RoomReports,
  }),
  z.object({
    type: z.literal('heartbeat'),
    at: z.int(),
    metrics: Metrics,
    rooms: RoomReports,
    obeyed: z.optional(Obeyed),
    /** Left out by a PC that does not count it; a run that is missing in it has nothing left to send. */
    money_unsent: z.optional(z.array(MoneyUnsent).check(z.maxLength(MAX_UNSENT_RUNS))),
  }),
  /** Sent at once when a room changes; heartbeats repeat it. */
  z.object({
    type: z.literal('report'),
    at: z.int(),
    rooms: RoomReports,
    obeyed: z.optional(Obeyed),
  }),
  /**
   * Items `first_seq`, `first_seq + 1`, … of the spool, checked one by one: a bad one is refused alone. Where the spool had to
   * drop items, `seqs` has the number of each item; only for a server that says `batch.seqs`.
   */
  z
    .object({
      type: z.literal('batch'),
      spool_id: id(),
      first_seq: z.int().check(z.gte(1)),
      seqs: z.optional(z.array(z.int()).check(z.maxLength(MAX_BATCH))),
      items: z.array(z.unknown()).check(z.maxLength(MAX_BATCH)),
    })
    .check(z.refine(numbersItems, { path: ['seqs'] })),
  /** Asks for the parts of a pack that a room of this PC names. */
  z.object({ type: z.literal('need'), hash: id() }),
  VoiceFrame,
  /** Answers `ask_state`. Nothing where the room is not on air here, or its state is too long. */
  z.object({
    type: z.literal('state'),
    id: id(),
    state: z.nullable(LiveState),
    too_long: z.optional(z.literal(true)),
  }),
  /** Answers `ask_queue`: what waits now, and whether what was asked was done. Nothing where the room is not on air here. */
  z.object({
    type: z.literal('queue'),
    id: id(),
    list: z.nullable(WaitingList),
    done: z.boolean(),
  }),
  WaitingFrame,
  /** Answers `close_tape`: what was recorded until now is in the spool. */
  z.object({ type: z.literal('tape_closed'), id: id() }),
  z.object({
    type: z.literal('command_state'),
    id: id(),
    state: z.enum(['received', 'done', 'failed', 'rejected']),
    detail: z.nullable(text(500)),
  }),
])
export type AgentFrame = z.infer<typeof AgentFrame>

/** The agent reads each `DesiredRoom` by itself: one that it cannot read is left out, the rest of the frame is taken. */
export const ServerToAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    server_time: z.int(),
    heartbeat_ms: z.int(),
    /** What this server can do that an earlier one could not. */
    capabilities: z.optional(z.array(z.string())),
    /** Everything up to this sequence of the agent's spool is stored. */
    spool_acked: z.int(),
    /** The same of each spool that `hello` names beside it. */
    backlogs: z.optional(z.array(z.object({ spool_id: z.string(), acked: z.int() }))),
    rooms: z.array(DesiredRoom),
    seq: z.optional(z.int()),
  }),
  /** The whole desired state of this PC: a room that is missing is not the PC's any more. */
  z.object({
    type: z.literal('desired'),
    rooms: z.array(DesiredRoom),
    /** The newest order to this PC that is in it: the PC says it back once it has taken it. */
    seq: z.optional(z.int()),
  }),
  z.object({
    type: z.literal('ack'),
    spool_id: z.string(),
    up_to: z.int(),
    refused: z.array(RefusedEvent),
  }),
  z.object({
    type: z.literal('command'),
    id: z.string(),
    name: CommandName,
    room_code: z.string(),
    /** Not to be begun after this instant (server time). */
    deliver_by: z.int(),
    ...CommandArgs.shape,
  }),
  /** Events that reached the server by push: already in the ledger, here for the rules only. */
  z.object({ type: z.literal('events'), room_code: z.string(), events: z.array(LiveEvent) }),
  /** A piece of a pack, `index` of `of`; of a pack that is not there, none of 0. */
  z.object({
    type: z.literal('part'),
    hash: z.string(),
    index: z.int(),
    of: z.int(),
    body: z.string(),
  }),
  ClipFrame,
  /** Asks what the rules of a room remember, for a rehearsal: of these sets and this viewer. Nothing changes by it. */
  z.object({
    type: z.literal('ask_state'),
    id: z.string(),
    room_code: z.string(),
    sets: z.array(z.string()),
    user: z.string(),
  }),
  /** Asks what waits to be said in a room, after this was done to one of the lines. */
  z.object({
    type: z.literal('ask_queue'),
    id: z.string(),
    room_code: z.string(),
    order: z.nullable(QueueOrder),
  }),
  WatchFrame,
  /** Asks for what the tape of a room holds until now. */
  z.object({ type: z.literal('close_tape'), id: z.string(), room_code: z.string() }),
  /** The server is about to restart: reconnect at a random moment within the window. Rooms go on. */
  z.object({ type: z.literal('goaway'), window_ms: z.int() }),
  z.object({ type: z.literal('fault'), msg: z.string() }),
])
export type ServerToAgent = z.infer<typeof ServerToAgent>
