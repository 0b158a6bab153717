import type { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { RoomPart, RuleKind, VersionState } from '@kaibo/contract/talk/talk.enums.ts'
import type { Stamped } from './tables.stamped.ts'

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
    by: string | null
    at: number
  }
  /** A part of a room's settings that is saved by itself. */
  room_part: {
    room_id: string
    part: RoomPart
    version: number
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
  /** What PCs ask for by its hash. Never changed. */
  pack: { hash: string; kind: 'bundle'; body: string; at: number }
}
