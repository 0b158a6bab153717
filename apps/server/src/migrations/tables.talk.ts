import type { Generated } from 'kysely'
import type { IsOrNot, OpenStatus, TaskStatus } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import type { RoomPart, RolloutStep, VersionState } from '@kaibo/contract/talk/talk.enums.ts'
import type { WordSide } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { WordLevel, WordScope } from '@kaibo/contract/talk/words.enums.ts'
import type { Stamped } from './tables.stamped.ts'

interface RuleCount {
  set_id: string
  node_id: string
  v: number
  outcome: string
  n: number
}

export interface TalkTables {
  /** A rule set of an organisation: its draft, and which of its versions is live. */
  talk_rule: Stamped & {
    rule_id: string
    org_id: string
    name: string
    kind: RuleKind
    note: string
    draft_json: string
    game_id: string | null
    enabled: OpenStatus
    /** Everybody reads it; whoever sees all organisations writes it. */
    shared: IsOrNot
    /** New rooms of the organisation get it. */
    is_default: IsOrNot
    is_demo: IsOrNot
    live_v: number | null
    /** The version on trial in the rooms of `rule_canary`, and since when. */
    canary_v: number | null
    canary_at: number | null
    /** The last version on trial, where it was withdrawn by itself and none came after it. */
    withdrawn_v: number | null
    /** When the draft was saved last. */
    draft_at: number | null
    /** How many of the draft's problems keep it from being published. */
    problems: number
    /** Of the draft. */
    nodes: number
  }
  /** Append-only but for `state`. */
  rule_version: {
    rule_id: string
    v: number
    note: string
    state: VersionState
    set_json: string
    /** Of `set_json`. Null in rows from before, as `diff_json` is. */
    hash: string | null
    /** What it says otherwise than the version that was live before it. */
    diff_json: string | null
    /** Why it was withdrawn by itself. */
    why: string | null
    why_en: string | null
    by: string | null
    at: number
  }
  /** The rooms in which a version is on trial. Rows go when the trial ends. */
  rule_canary: {
    rule_id: string
    room_id: string
    v: number
    /** What the room's PC said was wrong with its pack before. */
    fault: string | null
  }
  /** What was done with a version. Append-only. */
  rule_rollout: {
    id: Generated<number>
    rule_id: string
    v: number
    act: RolloutStep
    /** What was live before. */
    from_v: number | null
    /** Null where it was done by itself. */
    by: string | null
    at: number
  }
  /** How often rules decided what: in a room by the minute since 1970, in all rooms by the hour. */
  rule_minute: RuleCount & { room_id: string; minute: number }
  rule_hour: RuleCount & { hour: number }
  /** A part of a room's settings that is saved by itself. */
  room_part: {
    room_id: string
    part: RoomPart | 'plan_settings' | 'anchor' | 'consumer'
    version: number
    /** Of `initiative` a `Drive`, of `reply` a list of `Reply`, of `anchor` an `AnchorConfig`, of `consumer` of `ImportantViewer`; null of `talk`. */
    value_json: string | null
    /** Of `anchor` what is on air, while that is another. */
    live_json: string | null
    updated_at: number
    updated_by: string | null
  }
  /** Which sets a room runs by, in their order. */
  room_rule: {
    room_id: string
    part: RoomPart
    rule_id: string
    place: number
    enabled: OpenStatus
    shift: number
    off_json: string
  }
  /** A piece of a part of a tape: gzip in base64. Never changed. */
  run_tape: {
    room_id: string
    run_id: string | null
    from_at: number
    to_at: number
    piece: number
    of: number
    body: string
    bytes: number
    received_at: number
  }
  /** What a set has to decide, before it may be published. */
  rule_case: {
    rule_id: string
    version: number
    list_json: string
    updated_at: number
    updated_by: string | null
  }
  /** A tape that is, or was, played by other rules. */
  rule_replay: {
    job_id: string
    rule_id: string
    run_id: string
    by: string
    set_json: string
    status: ValueOf<typeof TaskStatus>
    pct: number
    tries: number
    result_json: string | null
    fault: string | null
    fault_en: string | null
    created_at: number
    updated_at: number
  }
  /** What PCs ask for by its hash. Never changed. */
  pack: {
    hash: string
    kind: 'bundle' | 'words' | 'script' | 'scene'
    body: string
    at: number
  }
  /** A list of words, and how often it was saved. `scope_id` is empty where it counts everywhere. */
  word_profile: {
    scope: WordScope
    scope_id: string
    version: number
    updated_at: number
    updated_by: string | null
  }
  word: {
    scope: WordScope
    scope_id: string
    /** By what it is told from others: its letters that count. */
    folded: string
    word: string
    /** Empty where it is allowed. */
    level: WordLevel | ''
    tag: string
    replaced: string
    is_allowed: IsOrNot
    sound: IsOrNot
    updated_at: number
  }
  /** How often a word was found in a room in a business day, also where it was replaced only. */
  word_day: { word: string; day: string; room_id: string; side: WordSide; n: number }
}
