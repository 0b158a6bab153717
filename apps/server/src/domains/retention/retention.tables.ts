import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import type { Tables } from '#migrations/tables.ts'

/** How many days rows of a table are kept, and the setting that changes it. */
interface Class {
  setting: string
  days: number
  /** The fewest days, because something else needs the rows for so long. */
  least: number
}

/** The tables whose old rows are deleted. */
export const CLASSES = {
  // Of what fired; other outcomes go sooner (retention.decisions.ts).
  trigger_log: { setting: 'KAIBO_KEEP_TRIGGER_LOG_DAYS', days: 30, least: 1 },
  room_moment: { setting: 'KAIBO_KEEP_MOMENT_DAYS', days: 90, least: 1 },
  // Income is compared by the minute for nine days.
  room_minute: { setting: 'KAIBO_KEEP_MINUTE_DAYS', days: 30, least: 9 },
  // A login ends after seven days (auth), and network logs are to be kept for six months.
  session: { setting: 'KAIBO_KEEP_LOGIN_DAYS', days: 180, least: 7 },
  command: { setting: 'KAIBO_KEEP_COMMAND_DAYS', days: 180, least: 1 },
  rule_minute: { setting: 'KAIBO_KEEP_RULE_MINUTE_DAYS', days: 2, least: 2 },
  rule_hour: { setting: 'KAIBO_KEEP_RULE_HOUR_DAYS', days: 90, least: 2 },
  word_day: { setting: 'KAIBO_KEEP_WORD_DAYS', days: 90, least: 8 },
  game_round: { setting: 'KAIBO_KEEP_ROUND_DAYS', days: 400, least: 1 },
  round_player: { setting: 'KAIBO_KEEP_ROUND_PLAYER_DAYS', days: 400, least: 1 },
  game_cmd: { setting: 'KAIBO_KEEP_GAME_CMD_DAYS', days: 30, least: 1 },
  room_insert: { setting: 'KAIBO_KEEP_INSERT_DAYS', days: 90, least: 1 },
  plan_firing: { setting: 'KAIBO_KEEP_FIRING_DAYS', days: 180, least: 30 },
  voice_port_hour: { setting: 'KAIBO_KEEP_VOICE_HOUR_DAYS', days: 90, least: 7 },
  sms_message: { setting: 'KAIBO_KEEP_SMS_DAYS', days: 7, least: 1 },
  sms_seen: { setting: 'KAIBO_KEEP_SMS_SEEN_DAYS', days: 7, least: 1 },
  lottery_draw: { setting: 'KAIBO_KEEP_LOTTERY_DAYS', days: 180, least: 1 },
  run_viewer: { setting: 'KAIBO_KEEP_VIEWER_DAYS', days: 30, least: 1 },
} as const satisfies Partial<Record<keyof Tables, Class>>

export type Classed = keyof typeof CLASSES

export const CLASSED = Object.keys(CLASSES) as Classed[]

/** How many days the rows of each class are kept. */
export type KeepDays = Readonly<Record<Classed, number>>

/**
 * Why rows of all other tables are kept. `books`: money, its sums, the audit, and what tells whether an
 * event was received before. `people`: what people create and remove. `own`: what its domain deletes itself.
 */
export const KEPT: Readonly<Record<Exclude<keyof Tables, Classed>, 'books' | 'people' | 'own'>> = {
  gift_event: 'books',
  ledger_entry: 'books',
  refused_event: 'books',
  room_event: 'books',
  run: 'books',
  run_giver: 'books',
  account_day: 'books',
  account_move: 'books',
  room_day: 'books',
  income_part: 'books',
  spool: 'books',
  audit: 'books',
  audit_pending: 'own',
  upload: 'own',
  job_lease: 'own',
  search_entry: 'own',
  stage_preview: 'own',
  voice_clip: 'own',
  setting: 'own',
  instance: 'own',
  bus_row: 'own',
  used_once: 'own',
  login_limit: 'own',
  self_check: 'own',
  org: 'people',
  account: 'people',
  account_group: 'people',
  account_group_member: 'people',
  recovery_code: 'people',
  saved_view: 'people',
  live_account: 'people',
  sms_gateway: 'people',
  back_account: 'people',
  pc: 'people',
  pc_enrol_code: 'people',
  room: 'people',
  asset: 'people',
  plan: 'people',
  asset_use: 'own',
  recording: 'own',
  recording_piece: 'own',
  voice: 'people',
  voice_server: 'people',
  voice_on_server: 'people',
  voice_port: 'people',
  voice_wait: 'own',
  voice_binding: 'own',
  voice_test: 'own',
  voice_resource: 'people',
  voice_publish: 'people',
  game: 'people',
  game_org: 'people',
  game_event: 'people',
  game_var: 'people',
  talk_rule: 'people',
  rule_version: 'people',
  rule_canary: 'people',
  rule_rollout: 'people',
  room_part: 'people',
  room_rule: 'people',
  pack: 'own',
  run_tape: 'own',
  rule_replay: 'own',
  rule_case: 'people',
  word_profile: 'people',
  word: 'people',
}

/** Rows of a class from before this instant are old. */
export const oldBefore = (now: number, days: number): number => now - days * DAY_MS
