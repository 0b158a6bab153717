import type { Generated } from 'kysely'
import type { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { RefusalCode, RefusedState } from '@kaibo/contract/income/refused.enums.ts'
import type { AccountTables } from './tables.account.ts'
import type { GameTables } from './tables.game.ts'
import type { GameLinkTables } from './tables.game-link.ts'
import type { JobLease } from './tables.job.ts'
import type { PeopleTables } from './tables.people.ts'
import type { PlanTables } from './tables.plan.ts'
import type { RecordingTables } from './tables.recording.ts'
import type { RoomTables } from './tables.room.ts'
import type { ServerTables } from './tables.servers.ts'
import type { StageTables } from './tables.stage.ts'
import type { Stamped } from './tables.stamped.ts'
import type { TalkTables } from './tables.talk.ts'
import type { VoiceTables } from './tables.voice.ts'

/** The database as it stands. Instants are milliseconds, money is fen, booleans are 0/1, `*_json` is JSON text. */
export interface Tables
  extends
    PeopleTables,
    AccountTables,
    RoomTables,
    PlanTables,
    RecordingTables,
    TalkTables,
    GameTables,
    GameLinkTables,
    StageTables,
    VoiceTables,
    ServerTables {
  setting: { key: string; value: string }
  recovery_code: { uid: string; code_hash: string; used_at: number | null }
  upload: {
    upload_id: string
    uid: string
    kind: string
    filename: string
    declared_type: string
    declared_bytes: number
    /** `waiting` for the file, …, `kept`, or `used` by the row that `used_by` names: domains/upload knows each. */
    state: string
    type: string | null
    bytes: number | null
    width: number | null
    height: number | null
    used_by: string | null
    created_at: number
    expires_at: number
    completed_at: number | null
    sha256: string | null
    /** How long it plays. */
    ms: number | null
    /** It comes in parts of so many bytes. */
    part_bytes: number | null
    /** By which its sender knows the file again. */
    mark: string | null
  }
  /** A person's own, or with `group_id` that of everybody in the group. */
  saved_view: {
    id: string
    uid: string
    list: string
    name: string
    group_id: string | null
    state_json: string
    /** The list opens by it, for whom it belongs to. */
    opens: IsOrNot
    created_at: number
    updated_at: number
  }
  account_group_member: { uid: string; group_id: string }
  session: {
    id: string
    token_hash: string
    uid: string
    created_at: number
    last_seen_at: number
    ip: string
    user_agent: string
    /** `logout`, or why it was ended by force; null while it lives. */
    ended: string | null
    ended_at: number | null
    /** From a machine the account had not logged in from, until its owner says that it is theirs. */
    is_new: Generated<number>
  }
  audit: {
    /** From 1, without a gap. */
    seq: number
    at: number
    uid: string
    username: string
    /** That acted: `''` for none. Null where it was not known: rows from before, and calls without a login. */
    org_id: string | null
    action: string
    target: string
    /** The id of the record that it is about. Null in rows from before, and where it is about none. */
    target_id: string | null
    ip: string
    request_id: string
    input_json: string
    before_json: string | null
    after_json: string | null
    reason: string | null
    /** Null for a call that succeeded. */
    outcome: string | null
    prev_hash: string
    hash: string
  }
  /** Rows that are owed: by calls that have written, and whose row is not in the chain yet. */
  audit_pending: {
    id: string
    at: number
    entry_json: string
    /** Since when the call's work is done; null while it goes on, or where its server ended before it could say so. */
    finished_at: Generated<number | null>
    /** What the row says where nothing more is heard of the call: null for success. */
    outcome: Generated<string | null>
  }
  pc: Stamped & {
    id: string
    name: string
    org_id: string
    public_key: string | null
    enrolled_at: number | null
    agent_version: string | null
    facts_json: string | null
    metrics_json: string | null
    boot_id: string | null
    last_seen_at: number | null
    /** Kept for a restart; who is online now is known by the link. */
    online: number
    skew_ms: number | null
    is_demo: IsOrNot
    /** The server that it last connected to. */
    instance_id: string | null
    /** Raised with each order to it: the server that has its connection then sends what it was not sent. */
    wake_seq: Generated<number>
    /** Up to which order it does, by its own word, what it is told; null of a client that does not say so. */
    obeyed_seq: number | null
    /** Raised each time it is enrolled: a connection that was opened with an older key ends. */
    key_no: Generated<number>
    /** Raised with each of its connections: what came by an older one does not count. */
    link_epoch: Generated<number>
  }
  pc_enrol_code: {
    code_hash: string
    pc_id: string
    expires_at: number
    used_at: number | null
    created_by: string
  }
  /** What of each agent's spool is stored. */
  spool: { spool_id: string; pc_id: string; acked_seq: number; updated_at: number }
  /** Append-only: every event that may carry money, once by (org_id, source, event_id). */
  gift_event: {
    id: Generated<number>
    source: string
    event_id: string
    kind: string
    room_id: string
    room_code: string
    run_id: string | null
    account_id: string
    org_id: string
    open_id: string
    nickname: string
    gift_id: string
    gift_name: string
    count: number
    raw_unit: string
    raw_value: number
    fen: number
    is_ai: IsOrNot
    is_test: IsOrNot
    at: number
    received_at: number
    raw_json: string | null
    /** What a super chat says. */
    text: string | null
  }
  /** Append-only: what counts. */
  ledger_entry: {
    id: Generated<number>
    kind: string
    /** What the entry comes of: of kind `gift` the number of its event, of every other that of the entry it corrects. */
    ref_id: number
    room_id: string
    run_id: string | null
    account_id: string
    org_id: string
    open_id: string
    fen: number
    count: number
    day: string
    at: number
    rule_version: number
  }
  /** By the organisation of the events: an account that moves leaves its history behind. */
  account_day: {
    account_id: string
    day: string
    org_id: string
    fen: number
    count: number
    event_count: number
  }
  room_day: {
    room_id: string
    day: string
    org_id: string
    fen: number
    count: number
    event_count: number
  }
  /** What came in on a day in one run, or outside any (`run_id` is `''`). */
  income_part: {
    id: Generated<number>
    day: string
    run_id: string
    room_id: string
    account_id: string
    org_id: string
    fen: number
    count: number
    event_count: number
  }
  /** Fen a minute, for the wall's sparkline; minute is ms / 60,000. */
  room_minute: { room_id: string; minute: number; fen: number }
  /** Who was seen in a run: viewers and payers are counted by first sight. */
  run_viewer: { run_id: string; open_id: string; paid: number }
  /** What each viewer gave in a run: sums of ledger entries. */
  run_giver: { run_id: string; open_id: string; nickname: string; fen: number; count: number }
  /** Append-only: every other event, once by (org_id, source, event_id). */
  room_event: {
    id: Generated<number>
    org_id: string
    source: string
    event_id: string
    kind: string
    room_id: string
    run_id: string | null
    /** `''` of a game's event that is nobody's, as is `nickname`. */
    open_id: string
    nickname: string
    text: string | null
    count: number
    is_ai: IsOrNot
    is_test: IsOrNot
    at: number
    received_at: number
    /** Of a game's event what it says: a `LiveGame`. */
    data_json: string | null
  }
  /** Events that may carry money and are not in the books, once by (org_id, key), with what their sender claims. */
  refused_event: {
    id: Generated<number>
    /** Of the sender and the claims: what comes again is the same row. */
    key: string
    org_id: string
    room_id: string | null
    run_id: string | null
    account_id: string | null
    /** That sent it; null for a push. */
    pc_id: string | null
    source: string | null
    event_id: string | null
    kind: string | null
    open_id: string | null
    nickname: string
    gift_id: string | null
    gift_name: string | null
    fen: number | null
    count: number | null
    /** The item of a spool, or the event of a push. */
    raw_json: string
    code: RefusalCode
    reason: string
    reason_en: string | null
    at: number | null
    received_at: number
    seen: number
    seen_at: number
    state: RefusedState
    decided_by: string | null
    decided_at: number | null
    note: string | null
    note_en: string | null
  }
  /** The rest of the timeline: speech, states, commands, logs. Unique by `key`, so that what comes twice is stored once. */
  room_moment: {
    id: Generated<number>
    key: string
    room_id: string
    run_id: string | null
    at: number
    kind: string
    tag: string
    text: string
    /** Null where people or PCs said it, and in rows from before. So are the other `_en`. */
    text_en: string | null
    event_id: string | null
    data_json: string | null
  }
  trigger_log: {
    id: Generated<number>
    key: string
    room_id: string
    run_id: string | null
    at: number
    event_id: string
    event_key: string
    set_id: string
    node_id: string
    node_name: string
    outcome: string
    text: string | null
    trace_json: string | null
    /** The version of the set. Null in rows from before, as what follows is. */
    v: number | null
    /** Whose event it was. */
    open_id: string | null
    /** Its rule is left out for a while from here on: the fault. */
    opened: string | null
    effects_json: string | null
    /** What it read of the event, and of what the room remembers. */
    vars_json: string | null
    prior_json: string | null
  }
  command: {
    id: string
    pc_id: string
    room_id: string
    name: string
    state: string
    detail: string | null
    deliver_by: number
    created_at: number
    created_by: string
    updated_at: number
    /** Of `game.cmd` what the game is to do. */
    data_json: string | null
  }
  job_lease: JobLease
  /** By what a row of another table is found (platform/search), once by (table_name, key). */
  search_entry: {
    id: Generated<number>
    table_name: string
    key: string
    parts: string
    starts: string
    /** On PostgreSQL a `tsvector`; on SQLite they are indexed by the virtual table `search_token`. */
    tokens: string
  }
}
