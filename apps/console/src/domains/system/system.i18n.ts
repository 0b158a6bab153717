import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '系统',
  all_well: '一切正常',
  wrong_one: '{{count}} 处需要处理',
  wrong_other: '{{count}} 处需要处理',
  at: '截至 {{time}}',
  refresh: '刷新',
  ok: '正常',
  attention: '待处理',
}

const en: Shape<typeof zh> = {
  title: 'System',
  all_well: 'All is well',
  wrong_one: '{{count}} thing needs you',
  wrong_other: '{{count}} things need you',
  at: 'as of {{time}}',
  refresh: 'Refresh',
  ok: 'Fine',
  attention: 'Needs you',
}

declare module '#client/i18n.ts' {
  interface Texts {
    system: typeof zh
  }
}

addTexts('system', { zh, en })
