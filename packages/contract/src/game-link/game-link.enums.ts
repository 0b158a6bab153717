import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What a command to a game comes of. */
export const CmdCause = enumeration({
  gift: ['gift', '礼物', 'Gift'],
  keyword: ['keyword', '弹幕', 'Danmu'],
  rule: ['rule', '规则', 'Rule'],
  console: ['console', '控制台', 'Console'],
})
export type CmdCause = ValueOf<typeof CmdCause>

export const CmdState = enumeration({
  done: ['done', '已生效', 'Done'],
  failed: ['failed', '未生效', 'No effect'],
  lost: ['lost', '未送达', 'Never arrived'],
})
export type CmdState = ValueOf<typeof CmdState>

/** How a round ended. */
export const RoundEnd = enumeration({
  normal: [1, '正常结束', 'Ended'],
  broken: [2, '中断', 'Broken'],
})
export type RoundEnd = ValueOf<typeof RoundEnd>
