import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** Characters. */
export const MAX_INSERT = 500

/** `now` breaks off the sentence that is being said, which is said again; `sentence`: after it; `tail`: after all that waits. */
export const InsertPosition = enumeration({
  now: ['now', '立即', 'At once'],
  sentence: ['sentence', '这句之后', 'After the sentence'],
  tail: ['tail', '排到最后', 'After all that waits'],
})
export type InsertPosition = ValueOf<typeof InsertPosition>

/** The most that a room has open at once. */
export const MAX_INSERTS = 20

/** `queued` at the server, `sent` to the PC, where it waits for its turn, `playing`, and one of the ends. */
export const InsertStatus = enumeration({
  queued: ['queued', '排队中', 'Queued'],
  sent: ['sent', '等待说', 'Waiting'],
  playing: ['playing', '正在说', 'Being said'],
  done: ['done', '已说', 'Said'],
  failed: ['failed', '失败', 'Failed'],
  cancelled: ['cancelled', '已取消', 'Cancelled'],
  expired: ['expired', '已过期', 'Expired'],
})
export type InsertStatus = ValueOf<typeof InsertStatus>

export const OPEN_INSERTS = ['queued', 'sent', 'playing'] as const satisfies InsertStatus[]
