import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '添加直播账号',
  save: '添加账号',
  done: '知道了',
  platform_hint: '不同平台需要的凭据不同，凭据加密保存，之后不再显示。',
  uid_hint: '平台主页上的数字编号，可不填。',
  douyin_room_hint: '抖音推送里的 x-roomid，靠它认出是哪个直播间。',
  push_title: '「{{name}}」的推送密钥',
  push_hint: '第三方系统向本直播间推送事件时用。密钥只显示这一次，请现在保存。',
  push_key: '推送 Key',
  push_secret: '推送 Secret',
}

const en = {
  title: 'Add live account',
  save: 'Add account',
  done: 'Got it',
  platform_hint:
    'Each platform needs its own credentials; they are stored encrypted and not shown again.',
  uid_hint: 'The number on the platform’s profile; may stay empty.',
  douyin_room_hint: 'The x-roomid of Douyin’s pushes: it tells which room they are for.',
  push_title: 'Push key of “{{name}}”',
  push_hint: 'For other systems that push events to this room. Shown this once: keep it now.',
  push_key: 'Push key',
  push_secret: 'Push secret',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    'live-account': typeof zh
  }
}

addTexts('live-account', { zh, en })
