import type { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Platform } from '@kaibo/contract/facts/platforms.ts'
import type { LotteryCondition } from '@kaibo/contract/live/lottery.schema.ts'
import type { Stamped } from './tables.stamped.ts'

export interface AccountTables {
  live_account: Stamped & {
    account_id: string
    platform: Platform
    nickname: string
    platform_uid: string
    platform_room_id: string
    room_url: string
    org_id: string
    area: string
    phone: string
    tag: string
    credentials_sealed: string | null
    push_key: string
    push_secret_sealed: string
    /** A `Lottery`. */
    lottery_json: string | null
    enabled: OpenStatus
    is_demo: IsOrNot
    deleted_at: number | null
  }
  /** Whose an account was from when: of those that were moved. */
  account_move: { account_id: string; from_at: number; org_id: string }
  /** A phone that sends its text messages in. */
  sms_gateway: Stamped & {
    id: string
    name: string
    org_id: string
    phone: string
    /** The same however it is written: `phoneKey`. */
    phone_key: string
    secret_sealed: string
    enabled: OpenStatus
    is_demo: IsOrNot
    last_at: number | null
  }
  /** Once by (gateway_id, ext_id). */
  sms_message: {
    sms_id: string
    gateway_id: string
    ext_id: string
    /** The gateway's when it came. */
    org_id: string
    phone: string
    phone_key: string
    sender: string
    content: string
    code: string | null
    account_id: string | null
    received_at: number
    stored_at: number
  }
  /** Who has been shown the code of a message. */
  sms_seen: { sms_id: string; uid: string; at: number }
  /** A draw among the viewers of a run, once by (run_id, number). */
  lottery_draw: {
    draw_id: string
    run_id: string
    room_id: string
    org_id: string
    account_id: string
    /** From 1 in each run. */
    number: number
    prize: string
    condition: LotteryCondition
    word: string
    /** How many were to win. */
    winners: number
    /** SHA-256 of the seed, told when it was opened; the seed itself is told when it is drawn. */
    seed_hash: string
    seed: string | null
    /** `{ open_id, nickname }` of each, in the order in which they came. */
    entrants_json: string
    winners_json: string
    opened_at: number
    closes_at: number
    drawn_at: number | null
  }
}
