import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'

/** A room as the server would have it run, on air unless told otherwise. */
export function desiredRoom(
  overrides: Partial<DesiredRoom> = {},
  config: Partial<DesiredRoom['config']> = {},
): DesiredRoom {
  const room_code = overrides.room_code ?? 'ABCD2345'
  return {
    room_code,
    run: true,
    run_id: 'run-1',
    stop_mode: 'now',
    config_hash: 'h1',
    config: {
      room_code,
      room_name: '测试房间',
      actor: '小开',
      mode: RoomMode.live,
      platform: 'douyin',
      account: { account_id: 'acc-1', nickname: '小开', platform_room_id: '1' },
      credentials: null,
      rules: [defaultRuleSet()],
      ...config,
    },
    ...overrides,
  }
}
