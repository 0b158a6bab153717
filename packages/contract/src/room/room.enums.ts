import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** Why a room changed its state: kept with every move in its log, and as the end of a run. */
export const moveCauses = enumeration({
  operator_start: ['operator_start', '运营开播', 'Started by an operator'],
  operator_stop: ['operator_stop', '运营停播', 'Stopped by an operator'],
  emergency_stop: ['emergency_stop', '紧急停播', 'Emergency stop'],
  preflight_refused: ['preflight_refused', '开播检查未通过', 'Checks not passed'],
  preflight_broken: ['preflight_broken', '开播检查出错', 'Checks broke off'],
  preflight_passed: ['preflight_passed', '开播检查通过', 'Checks passed'],
  plan_start: ['plan_start', '计划开播', 'Started by a plan'],
  plan_blocked: ['plan_blocked', '计划未能开播', 'A plan could not start'],
  plan_stop: ['plan_stop', '计划停播', 'Stopped by its plan'],
  stop_condition: ['stop_condition', '到停播条件', 'Its stop rule ended it'],
  rule_stop: ['rule_stop', '规则停播', 'Stopped by a rule'],
  dismiss: ['dismiss', '不再处理', 'Dismissed'],
  agent_living: ['agent_living', '客户端已开播', 'PC went on air'],
  agent_stopped: ['agent_stopped', '客户端已停播', 'PC stopped'],
  agent_failed: ['agent_failed', '客户端报告故障', 'PC reported a fault'],
  start_timeout: ['start_timeout', '客户端未在限定时间内开播', 'PC did not start in time'],
  stop_unreachable: [
    'stop_unreachable',
    '客户端离线，已按停播处理',
    'PC offline, taken as stopped',
  ],
  stop_timeout: ['stop_timeout', '客户端未在限定时间内停播', 'PC did not stop in time'],
  pause: ['pause', '暂停', 'Paused'],
  resume: ['resume', '恢复', 'Resumed'],
  takeover: ['takeover', '接管', 'Taken over'],
  release: ['release', '交还', 'Handed back'],
  mute: ['mute', '静音', 'Muted'],
  unmute: ['unmute', '取消静音', 'Unmuted'],
  voice_down: ['voice_down', '连续三句没有声音，只出字幕', 'Three sentences without sound'],
  stage_lost: ['stage_lost', '画面断开，只计时', 'The picture is gone'],
  recovered: ['recovered', '声音已恢复', 'It is heard again'],
  platform_end: ['platform_end', '平台结束直播', 'Ended by the platform'],
  server_restart: ['server_restart', '服务重启后收尾', 'Wound up after a restart'],
})
export type MoveCause = ValueOf<typeof moveCauses>

/** Why a room needs a person; the smaller, the more urgent. */
export const RoomNeed = enumeration({
  unconfirmed: [1, '停播未确认', 'Stop unconfirmed'],
  pc_offline: [2, 'PC离线', 'PC offline'],
  failed: [3, '开播失败', 'Could not start'],
  source_lost: [4, '平台断开', 'Platform disconnected'],
  not_living: [5, 'PC未恢复直播', 'PC not back on air'],
  alarm: [6, '规则告警', 'Alarm by a rule'],
  slow_start: [7, '启动过慢', 'Slow to start'],
  platform_end: [8, '平台结束直播', 'Ended by the platform'],
  fallback: [9, '兜底', 'In fallback'],
  silent: [10, '没有声音', 'No sound'],
  no_asset: [11, '素材无法显示', 'Asset cannot be shown'],
  no_avatar: [12, '形象无法显示', 'Avatar cannot be drawn'],
  no_card: [13, '无显卡', 'No graphics card'],
  unrecorded: [14, '录制已停', 'No longer recorded'],
})
export type RoomNeed = ValueOf<typeof RoomNeed>
