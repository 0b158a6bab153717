import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '安静时段',
  none: '全天都可以主动说话',
  add: '添加安静时段',
  from: '开始',
  to: '结束',
  remove: '删除',
}

const en: Shape<typeof zh> = {
  title: 'Quiet hours',
  none: 'None: it may speak all day',
  add: 'Add quiet hours',
  from: 'from',
  to: 'until',
  remove: 'Remove',
}

declare module '#client/i18n.ts' {
  interface Texts {
    quiet_hours: typeof zh
  }
}
addTexts('quiet_hours', { zh, en })
