import { addTexts } from '#client/i18n.ts'
import type { Shape } from '#client/language.ts'

const zh = {
  effects: '画面、声音与停播',
  remove: '删除这个动作',
  file: '素材',
  volume: '音量',
  how: '停播方式',
  stop_at: '停播时间',
  stop_hint: '不填时间：立刻按此方式停播',
  when: '什么时候播',
  show: '显示的图层',
  hide: '隐藏的图层',
  move: '移动图层',
  moved: '移动的图层',
  x: '移到的横坐标',
  y: '移到的纵坐标',
  unmove: '不移动这个图层',
  seconds: '持续多久',
  second: '秒',
  seconds_hint: '0秒：一直保持',
}

const en = {
  effects: 'Picture, sound and end',
  remove: 'Delete this action',
  file: 'File',
  volume: 'Volume',
  how: 'How to stop',
  stop_at: 'Stop at',
  stop_hint: 'Without a time: at once, in this way',
  when: 'When to play it',
  show: 'Layers to show',
  hide: 'Layers to hide',
  move: 'Move a layer',
  moved: 'Layer to move',
  x: 'Moves to X',
  y: 'Moves to Y',
  unmove: 'Do not move this layer',
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
