import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '重要观众',
  none: '还没有重要观众',
  edit: '编辑',
  save: '保存重要观众',
  hint: '话术规则用“重要观众等级”认出他们，用“重要观众的欢迎语”说出欢迎语，例如进房规则：条件 重要观众等级 ≥ 1，说 {{greet}}。直播中保存立即生效。',
  add: '添加观众',
  one: '第 {{number}} 位',
  remove: '移除第 {{number}} 位',
  level: '重要程度',
}

const en = {
  title: 'Important viewers',
  none: 'No important viewers yet',
  edit: 'Edit',
  save: 'Save important viewers',
  hint: 'Rules know them by “Important viewer” and welcome them by “Welcome of an important viewer”: for example on entering, if it is at least 1, say {{greet}}. Saved on air, it works at once.',
  add: 'Add viewer',
  one: 'Viewer {{number}}',
  remove: 'Remove viewer {{number}}',
  level: 'Importance',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    important: typeof zh
  }
}

addTexts('important', { zh, en })
