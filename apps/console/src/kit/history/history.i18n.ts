import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  history: '历史',
  history_of: '「{{name}}」的历史',
  restore: '撤回到此版本',
  restore_of: '撤回到此版本 {{at}}',
  current: '现在的版本',
  not_kept: '这次没有留下完整内容，不能撤回',
  unchanged: '内容没有变',
  more: '还有 {{count}} 项',
  earlier: '更早的',
  nothing: '还没有历史',
  nothing_hint: '从启用历史起，每次保存、启用或停用都会记在这里。',
}

const en: Shape<typeof zh> = {
  history: 'History',
  history_of: 'History of “{{name}}”',
  restore: 'Back to this version',
  restore_of: 'Back to this version {{at}}',
  current: 'As it is now',
  not_kept: 'Not kept as it was then: there is no way back to it',
  unchanged: 'Nothing changed',
  more: '{{count}} more',
  earlier: 'Earlier',
  nothing: 'No history yet',
  nothing_hint: 'Since histories are kept, every save and every change of status is noted here.',
}

declare module '#client/i18n.ts' {
  interface Texts {
    history: typeof zh
  }
}

addTexts('history', { zh, en })
