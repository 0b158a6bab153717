import { addTexts, type Shape } from '#client/i18n.ts'

const zh = { as_table: '看表格', as_picture: '看图' }
const en: Shape<typeof zh> = { as_table: 'As a table', as_picture: 'As a chart' }

declare module '#client/i18n.ts' {
  interface Texts {
    chart: typeof zh
  }
}
addTexts('chart', { zh, en })
