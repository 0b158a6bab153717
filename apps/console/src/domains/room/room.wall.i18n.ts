import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  count: '共 {{all}} 间',
  count_of: '{{shown}}/{{all}} 间',
  beyond: '{{total}} 间中的 {{shown}} 间，其余未在播',
  line: '此刻',
  on_air: '在播',
  on_air_hint: '只看在播的',
  starting: '启动中 {{count}}',
  attention: '待处理',
  attention_hint: '到第一间待处理的直播间',
  today: '今日流水',
  today_hint: '按今日流水排序，看每间多少',
  week_ago: '比上周此时 {{change}}',
  week_ago_hint: '上周同一天到这个时刻是 {{money}}',
  per_minute: '每分钟',
  per_minute_hint: '按每分钟收入排序，看每间多少',
  density: '疏密',
  large: '大图',
  middle: '标准',
  compact: '紧凑',
  select_all: '全选',
  sort: '排序',
  seconds: '{{count}} 秒',
  rate: '{{money}}/分',
  viewers: '{{count}} 人',
  last: '上场 {{money}}',
  next_plan: '计划',
  never: '未播过',
  column_now: '原因或当前句',
  column_rate: '每分钟（元）',
  column_today: '今日流水（元）',
  column_code: '编号',
}

const en = {
  count: '{{all}} rooms',
  count_of: '{{shown}} of {{all}} rooms',
  beyond: '{{shown}} of {{total}} rooms; the others rest',
  line: 'Now',
  on_air: 'On air',
  on_air_hint: 'Show those on air only',
  starting: '{{count}} starting',
  attention: 'Need attention',
  attention_hint: 'Go to the first room that needs attention',
  today: 'Today',
  today_hint: 'Sort by today’s income to see what each brought',
  week_ago: '{{change}} on last week',
  week_ago_hint: 'The same day last week had {{money}} by this time',
  per_minute: 'A minute',
  per_minute_hint: 'Sort by income a minute to see what each brings',
  density: 'Density',
  large: 'Pictures',
  middle: 'Standard',
  compact: 'Compact',
  select_all: 'All',
  sort: 'Order',
  seconds: '{{count}} s',
  rate: '{{money}}/min',
  viewers: '{{count}} viewers',
  viewers_one: '{{count}} viewer',
  last: 'Last run {{money}}',
  next_plan: 'Plan',
  never: 'Never on air',
  column_now: 'Reason or sentence',
  column_rate: 'A minute (CNY)',
  column_today: 'Today (CNY)',
  column_code: 'Code',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    wall: typeof zh
  }
}

addTexts('wall', { zh, en })
