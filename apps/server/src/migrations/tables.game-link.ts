import type { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { CmdCause, CmdState } from '@kaibo/contract/game-link/game-link.enums.ts'

export interface GameLinkTables {
  /** A round of a room, by the number that its PC gave it. */
  game_round: {
    room_id: string
    /** `''` outside runs. */
    run_id: string
    seq: number
    org_id: string
    game_id: string
    round_id: string
    camps_json: string
    winner: string | null
    started_at: number
    /** Null while it is played. */
    ended_at: number | null
    /** 1: as it should; 2: broken. */
    end_status: 1 | 2 | null
  }
  /** The best of an ended round. */
  round_player: {
    room_id: string
    run_id: string
    seq: number
    open_id: string
    nickname: string
    camp: string | null
    score: number
    /** From 1, the best. */
    place: number
    at: number
  }
  /** Commands to games: of gifts each, of others what was not done. */
  game_cmd: {
    room_id: string
    cmd_id: string
    run_id: string
    org_id: string
    game_id: string
    cause: CmdCause
    state: CmdState
    detail: string
    name: string
    args_json: string
    event_id: string | null
    open_id: string | null
    nickname: string | null
    gift: string | null
    count: number
    value_fen: number
    is_ai: IsOrNot
    is_test: IsOrNot
    queued_at: number
    at: number
    round_seq: number | null
    /** When and by whom somebody made up for what had no effect. */
    made_good_at: number | null
    made_good_by: string | null
  }
}
