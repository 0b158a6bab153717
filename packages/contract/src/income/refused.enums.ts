import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** Why an event that may carry money was not taken into the books. */
export const refusals = enumeration({
  invalid: ['invalid', '内容不合规', 'Malformed'],
  reserved_source: ['reserved_source', '来源名称被占用', 'Reserved source'],
  other_room: ['other_room', '直播间不符', 'Another room'],
  no_room: ['no_room', '没有直播间', 'No room'],
  other_pc: ['other_pc', 'PC不符', 'Another PC'],
  other_account: ['other_account', '标识被另一账号占用', 'Id of another account'],
  other_kind: ['other_kind', '标识被另一类事件占用', 'Id of another kind'],
  unstorable: ['unstorable', '无法保存', 'Cannot be stored'],
  other_amount: ['other_amount', '与已入账的不一致', 'Unlike the booked one'],
})
export type RefusalCode = ValueOf<typeof refusals>

export const refusedStates = enumeration({
  open: ['open', '待处理', 'Open'],
  admitted: ['admitted', '已入账', 'Booked'],
  dismissed: ['dismissed', '已忽略', 'Dismissed'],
})
export type RefusedState = ValueOf<typeof refusedStates>
