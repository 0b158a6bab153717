import { addTexts } from '#client/i18n.ts'
import type { Shape } from '#client/language.ts'

const zh = {
  effects: '画面与声音',
  remove: '删除这个动作',
  file: '素材',
  volume: '音量',
  when: '什么时候播',
  show: '显示的图层',
  hide: '隐藏的图层',
  seconds: '持续多久',
  second: '秒',
  seconds_hint: '0秒：一直保持',
}

const en = {
  effects: 'Picture and sound',
  remove: 'Delete this action',
  file: 'File',
  volume: 'Volume',
  when: 'When to play it',
  show: 'Layers to show',
  hide: 'Layers to hide',
  seconds: 'For how long',
  second: 's',
  seconds_hint: '0 s: for good',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    talk_effect: typeof zh
  }
}

addTexts('talk_effect', { zh, en })
