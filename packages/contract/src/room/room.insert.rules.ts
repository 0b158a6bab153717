import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** Characters. */
export const MAX_INSERT = 500
export const MAX_VOLUME = 100

/** `now` breaks off the sentence that is being said, which is said again; `sentence`: after it; `tail`: after all that waits. */
export const InsertPosition = enumeration({
  now: ['now', '立即', 'At once'],
  sentence: ['sentence', '这句之后', 'After the sentence'],
  tail: ['tail', '排到最后', 'After all that waits'],
})
export type InsertPosition = ValueOf<typeof InsertPosition>

/** What is inserted: a line that is said, or a file that is played. */
export const InsertKind = enumeration({
  text: ['text', '话', 'Line'],
  audio: ['audio', '声音', 'Sound'],
  video: ['video', '视频', 'Video'],
})
export type InsertKind = ValueOf<typeof InsertKind>

/** The most that a room has open at once. */
export const MAX_INSERTS = 20

/** `queued` at the server, `sent` to the PC, where it waits for its turn, `fetching` a file that the PC does not have yet, `playing`,
 * and one of the ends. */
export const InsertStatus = enumeration({
  queued: ['queued', '排队中', 'Queued'],
  sent: ['sent', '等待中', 'Waiting'],
  fetching: ['fetching', '正在下载', 'Being fetched'],
  playing: ['playing', '正在播', 'Playing'],
  done: ['done', '已播完', 'Done'],
  failed: ['failed', '失败', 'Failed'],
  cancelled: ['cancelled', '已取消', 'Cancelled'],
  expired: ['expired', '已过期', 'Expired'],
})
export type InsertStatus = ValueOf<typeof InsertStatus>

export const OPEN_INSERTS = [
  'queued',
  'sent',
  'fetching',
  'playing',
] as const satisfies InsertStatus[]
