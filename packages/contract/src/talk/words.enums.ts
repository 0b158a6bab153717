import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What becomes of a text with the word in it. */
export const WordLevel = enumeration({
  block: ['block', '禁止', 'Forbid'],
  review: ['review', '审核', 'Review'],
  replace: ['replace', '替换', 'Replace'],
})
export type WordLevel = ValueOf<typeof WordLevel>

/** Where a list of words counts, the widest first. */
export const WordScope = enumeration({
  global: ['global', '全平台通用', 'Everywhere'],
  platform: ['platform', '直播平台', 'One platform'],
  org: ['org', '公会', 'One guild'],
  room: ['room', '直播间', 'One room'],
})
export type WordScope = ValueOf<typeof WordScope>
