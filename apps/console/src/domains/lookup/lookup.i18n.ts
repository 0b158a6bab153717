import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  used_by: '已用于{{room}}',
  choose_areas: '请选择或输入',
  username_hint: '登录时用，之后不能修改。',
  password_hint: '首次登录要先修改。',
  org_disabled: '已停用',
  choose_file: '请选择声音或视频',
  sound: '音效',
  audio: '音乐',
  video: '视频',
  licence_over: '授权已过期',
}

const en = {
  used_by: 'used by {{room}}',
  choose_areas: 'Choose or type',
  username_hint: 'For logging in; cannot be changed later.',
  password_hint: 'Changed at the first login.',
  org_disabled: 'disabled',
  choose_file: 'Choose a sound or a video',
  sound: 'sound',
  audio: 'music',
  video: 'video',
  licence_over: 'licence expired',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    lookup: typeof zh
  }
}

addTexts('lookup', { zh, en })
