import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  today: '今天',
  zone: '北京时间',
  copy: '复制',
  click: '点击复制',
  trace: '错误编号',
  copied: '已复制',
  failed: '没能复制，请选中后手动复制',
}
const en: Shape<typeof zh> = {
  today: 'Today',
  zone: 'Beijing time',
  copy: 'Copy',
  click: 'click to copy',
  trace: 'Error id',
  copied: 'Copied',
  failed: 'Could not copy: select it and copy by hand',
}

declare module '#client/i18n.ts' {
  interface Texts {
    cell: typeof zh
  }
}
addTexts('cell', { zh, en })
