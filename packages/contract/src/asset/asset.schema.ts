import { enumeration } from '../kernel/enumeration.ts'

/** What an asset is; what is in it follows from that. */
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
