import { expect, test } from 'vitest'
import { ABSOLUTE_MS } from '#domains/auth/sessions.ts'
import { CLASSES, oldBefore } from '#domains/retention/retention.tables.ts'
import { ConfigError, readConfig } from './config.ts'

test('each class has its days, and a setting for them', () => {
  expect(readConfig({ KAIBO_KEEP_MINUTE_DAYS: '9', KAIBO_KEEP_LOGIN_DAYS: '' }).keepDays).toEqual({
    trigger_log: 30,
    rule_minute: 2,
    rule_hour: 90,
    word_day: 90,
    room_moment: 90,
    room_minute: 9,
    session: 180,
    command: 180,
    game_round: 400,
    round_player: 400,
    game_cmd: 30,
    room_insert: 90,
    run_viewer: 30,
    plan_firing: 180,
    sms_message: 7,
    sms_seen: 7,
    lottery_draw: 180,
    voice_port_hour: 90,
  })
})

test.each([
  ['KAIBO_KEEP_MINUTE_DAYS', '8', '9'],
  ['KAIBO_KEEP_LOGIN_DAYS', '6', '7'],
  ['KAIBO_KEEP_TRIGGER_LOG_DAYS', '0', '1'],
  ['KAIBO_KEEP_VIEWER_DAYS', '1.5', '1'],
  ['KAIBO_KEEP_COMMAND_DAYS', '90d', '1'],
])('%s of %s is refused, not taken for more', (name, given, least) => {
  const read = () => readConfig({ [name]: given })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`${name} 须为 ${least} 到 36500 的整数（天），现为 ${given}`)
})

test('no login lives as long as its record is kept', () => {
  expect(ABSOLUTE_MS).toBeLessThanOrEqual(-oldBefore(0, CLASSES.session.least))
})
