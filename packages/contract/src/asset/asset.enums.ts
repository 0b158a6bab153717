import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What an asset is; what is in it follows from that (`asset.rules.ts`). */
export const AssetKind = enumeration({
  actor: ['actor', '形象', 'Actor'],
  background: ['background', '背景', 'Background'],
  audio: ['audio', '音乐', 'Music'],
  sound: ['sound', '音效', 'Sound'],
  material: ['material', '素材', 'Material'],
  document: ['document', '授权文件', 'Licence document'],
  ref_audio: ['ref_audio', '参考音频', 'Reference audio'],
  lexicon: ['lexicon', '读音表', 'Lexicon'],
  model: ['model', '语音模型', 'Voice model'],
})
export type AssetKind = ValueOf<typeof AssetKind>

/** What uses an asset. */
export const AssetUser = enumeration({
  room: ['room', '直播间', 'Room'],
  plan: ['plan', '计划', 'Plan'],
  rule: ['rule', '规则集', 'Rule set'],
  voice: ['voice', '音色', 'Voice'],
  asset: ['asset', '授权', 'Licence of'],
})
export type AssetUser = ValueOf<typeof AssetUser>
