import { addTexts, type Shape } from '#client/i18n.ts'

/** Separate from the list's other texts, as the wall has filters but no list. */
const zh = {
  more: '更多筛选',
  fewer: '收起筛选',
  filtering: '正在筛选',
  chip: '{{label}}：{{value}}',
  from: '{{from}} 起',
  to: '至 {{to}}',
  from_to: '{{from}} 至 {{to}}',
  unfilter: '去掉{{label}}',
  clear: '清空',
  // The same placeholders as antd's date picker, which replaces these boxes.
  day_from: '开始日期',
  day_to: '结束日期',
}

const en = {
  more: 'More filters',
  fewer: 'Fewer filters',
  filtering: 'Filters',
  chip: '{{label}}: {{value}}',
  from: 'from {{from}}',
  to: 'to {{to}}',
  from_to: '{{from}} to {{to}}',
  unfilter: 'Remove {{label}}',
  clear: 'Clear',
  day_from: 'Start date',
  day_to: 'End date',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    filter: typeof zh
  }
}

addTexts('filter', { zh, en })
