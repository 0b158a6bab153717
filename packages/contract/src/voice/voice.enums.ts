import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What makes the sound: a voice that comes with the program, one of a model that was added, or a server that is asked. */
export const VoiceProvider = enumeration({
  embedded: ['embedded', '内置', 'Built in'],
  natural: ['natural', '自然', 'Natural'],
  openai: ['openai', '接口', 'Server'],
})

export const VoiceGender = enumeration({
  female: ['female', '女声', 'Female'],
  male: ['male', '男声', 'Male'],
  neutral: ['neutral', '中性', 'Neutral'],
})

/** A port is one synthesis at a time. `loading` is a server that puts another voice in; `down` is tried by a probe. */
export const PortState = enumeration({
  idle: ['idle', '空闲', 'Idle'],
  busy: ['busy', '合成中', 'Speaking'],
  loading: ['loading', '加载中', 'Loading'],
  draining: ['draining', '排空中', 'Draining'],
  down: ['down', '故障', 'Down'],
})

/** What a server's ports are together. */
export const ServerState = enumeration({
  ok: ['ok', '正常', 'In order'],
  part: ['part', '部分故障', 'Partly down'],
  down: ['down', '故障', 'Down'],
  off: ['off', '停用', 'Disabled'],
})

export const SoundFormat = enumeration({
  wav: ['wav', 'WAV', 'WAV'],
  mp3: ['mp3', 'MP3', 'MP3'],
})

/** What is brought to servers: what a voice is copied from, how words are read, or a voice's model. */
export const ResourceKind = enumeration({
  ref: ['ref', '参考音频', 'Reference audio'],
  lexicon: ['lexicon', '读音表', 'Lexicon'],
  model: ['model', '语音模型', 'Voice model'],
})
export type ResourceKind = ValueOf<typeof ResourceKind>

/**
 * How far a resource is on its way to a server. What stood before stays until `done`, and after a failure. `licence`: a model that
 * somebody has to accept the licence of, before it is heard.
 */
export const PublishState = enumeration({
  fetching: ['fetching', '取回中', 'Fetching'],
  wait: ['wait', '等待', 'Waiting'],
  licence: ['licence', '待确认授权', 'Licence to be accepted'],
  draining: ['draining', '排空中', 'Draining'],
  sending: ['sending', '发送中', 'Sending'],
  testing: ['testing', '试听中', 'Testing'],
  done: ['done', '已发布', 'Published'],
  failed: ['failed', '失败', 'Failed'],
  halted: ['halted', '已中止', 'Halted'],
})
