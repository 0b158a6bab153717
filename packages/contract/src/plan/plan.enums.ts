import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What became of a firing. */
export const FiringOutcome = enumeration({
  started: ['started', '已开播', 'Started'],
  adopted: ['adopted', '已在播，并入', 'On air already'],
  skipped_late: ['skipped_late', '迟到，已跳过', 'Too late, skipped'],
  skipped_off: ['skipped_off', '计划已关闭，已跳过', 'Plans are off, skipped'],
  skipped_clock: ['skipped_clock', '时钟调整，已跳过', 'Left out by a change of the clocks'],
  blocked: ['blocked', '检查未通过，待处理', 'Checks not passed'],
  failed: ['failed', '开播失败', 'Failed'],
  cancelled: ['cancelled', '已取消', 'Cancelled'],
})
export type FiringOutcome = ValueOf<typeof FiringOutcome>

export const SegmentKind = enumeration({
  talk: ['talk', '口播', 'Line'],
  audio: ['audio', '音频', 'Audio'],
  video: ['video', '视频', 'Video'],
  wait: ['wait', '等待', 'Pause'],
})
export type SegmentKind = ValueOf<typeof SegmentKind>

/** What becomes of a start that comes later than a room allows. */
export const LatePolicy = enumeration({
  skip: ['skip', '跳过', 'Skip it'],
  start: ['start', '仍开播', 'Start anyway'],
})
export type LatePolicy = ValueOf<typeof LatePolicy>

/** What two plans would need at the same time. */
export const ConflictKind = enumeration({
  room: ['room', '同一直播间', 'the same room'],
  account: ['account', '同一账号', 'the same account'],
  pc: ['pc', '同一PC', 'the same PC'],
})
export type ConflictKind = ValueOf<typeof ConflictKind>
