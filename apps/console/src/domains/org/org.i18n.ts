import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  no_owner: '没有',
  account_part: '公会账号',
  areas_hint: '输入后回车，可填多个。',
  share_hint: '公会从流水里分得的比例。',
  studio_hint: '工作室可以有回收账号，工作室账号要属于一个工作室。',
  enable_hint: '公会的人可以重新登录，直播间可以开播。',
  disable_hint:
    '{{accounts}} 个人会立即退出登录，{{rooms}} 间直播间不能再开播；正在播的不会中断。可以重新启用。',
  bulk_hint: '公会的人会立即退出登录，直播间不能再开播；正在播的不会中断。',
}
const en: Shape<typeof zh> = {
  no_owner: 'None',
  account_part: 'Its account',
  areas_hint: 'Press Enter after each.',
  share_hint: 'What the guild gets of the gross.',
  studio_hint: 'Has back accounts, and the studio accounts of its people.',
  enable_hint: 'Its people can log in again and its rooms can start.',
  disable_hint:
    '{{accounts}} people are logged out at once and {{rooms}} rooms cannot start; what is on air stays on air. It can be enabled again.',
  bulk_hint: 'Their people are logged out at once and their rooms cannot start.',
}

declare module '#client/i18n.ts' {
  interface Texts {
    org: typeof zh
  }
}
addTexts('org', { zh, en })
