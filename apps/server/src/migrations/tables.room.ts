import type { Generated } from 'kysely'
import type { IsOrNot, RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { InsertOrder } from '@kaibo/contract/agent/insert.schema.ts'
import type { InsertKind, InsertStatus } from '@kaibo/contract/room/room.insert.rules.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Stamped } from './tables.stamped.ts'

export interface RoomTables {
  room: Stamped & {
    id: string
    room_code: string
    name: string
    org_id: string
    account_id: string
    pc_id: string | null
    actor: string
    mode: RoomMode
    /** The pack that it runs by; nothing where no set is bound. */
    bundle_hash: string | null
    /** The pack of words by which it is screened; nothing where no list has any. */
    words_hash: string | null
    /** The pack of what its stage shows; nothing of a room that was never arranged. */
    scene_hash: string | null
    /** The same from the next start on, where that is another. */
    next_scene_hash: string | null
    state: RoomState
    state_since: number
    desired_run: number
    stop_mode: string
    /** The open run, or the last one. */
    run_id: string | null
    reported_json: string | null
    reported_at: number | null
    sentence: string | null
    sentence_at: number | null
    last_error: string | null
    last_error_en: string | null
    /** The last alarm, as rules or the server raised it. */
    alarm: string | null
    alarm_en: string | null
    alarm_at: number | null
    /** How often the link of its stage was renewed. */
    stage_renewed: number | null
    muted: number | null
    thumb_at: number | null
    /** Since when a stop waits in vain for the PC's word that it has stopped. */
    unconfirmed_at: number | null
    game_id: string | null
    /** 1: its plans are due and nothing comes of it. */
    plans_off: number | null
    deleted_at: number | null
    is_demo: IsOrNot
  }
  /** Links by which a room's stage is looked at; the secret itself is not kept. */
  stage_preview: {
    hash: string
    room_id: string
    created_by: string
    at: number
    expires_at: number
  }
  /** What people had anchors say. */
  room_insert: {
    id: string
    /** Made by who asked: once by this and `created_by`. */
    key: string
    created_by: string
    room_id: string
    org_id: string
    /** What is said, or the name of what is played. */
    text: string
    position: InsertOrder['position']
    /** Of a file; of a line nothing. */
    asset_id: string | null
    kind: InsertKind | null
    volume: number | null
    status: InsertStatus
    run_id: string | null
    detail: string | null
    at: number
    /** Nothing is heard of it until then: it is over. */
    expires_at: number
    updated_at: number
  }
  run: {
    run_id: string
    room_id: string
    room_code: string
    room_name: string
    account_id: string
    org_id: string
    pc_id: string | null
    mode: RoomMode
    day: string
    started_at: number
    living_at: number | null
    ended_at: number | null
    end_cause: string | null
    stop_reason: string | null
    started_by: string | null
    /** Rollups: what the ledger's entries of this run sum to. */
    gift_fen: Generated<number>
    gift_count: Generated<number>
    /** Every money event of the run, counted or not: the total of its list. */
    event_count: Generated<number>
    payers: Generated<number>
    danmu: Generated<number>
    viewers: Generated<number>
    likes: Generated<number>
    follows: Generated<number>
    is_demo: IsOrNot
    /** Events with money that the PC of an ended run is known to hold still. */
    money_unsent: Generated<number>
    /** The firing that opened it, and which of its tries: once by both. */
    firing_id: Generated<string | null>
    firing_try: Generated<number | null>
    /** Whose script it speaks. */
    plan_id: Generated<string | null>
    /** A `StoredStop`: when it ends by itself, and the wish of a rule that was heard. */
    stop_json: Generated<string | null>
    /** When its stop rule is looked at next; of a run that is over, nothing. */
    stop_due_at: Generated<number | null>
    /** Whether its rows of `run_viewer` are still there: `VIEWERS` of domains/lookup. */
    viewers_state: Generated<number>
  }
}
