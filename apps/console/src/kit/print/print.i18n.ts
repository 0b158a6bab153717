import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  print: '打印',
  rows: '第 {{from}}–{{to}} 条，共 {{total}} 条',
  rows_over: '第 {{from}}–{{to}} 条，共 {{total}} 条以上',
  all: '没有筛选',
  by: '{{name}} 打印于 {{at}}（北京时间）',
}

const en: Shape<typeof zh> = {
  print: 'Print',
  rows: 'Rows {{from}} to {{to}} of {{total}}',
  rows_over: 'Rows {{from}} to {{to}} of more than {{total}}',
  all: 'Not filtered',
  by: 'Printed by {{name}}, {{at}} (Beijing time)',
}

declare module '#client/i18n.ts' {
  interface Texts {
    print: typeof zh
  }
}

addTexts('print', { zh, en })
