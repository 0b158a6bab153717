import { addTexts } from '#client/i18n.ts'
import type { Shape } from '#client/language.ts'

const zh = {
  title: '{{name}} · 计划',
  week_of: '{{from}} 至 {{to}}',
  before: '上一周',
  after: '下一周',
  today: '本周',
  scope: '显示',
  scope_room: '本房',
  scope_pc: '同PC',
  scope_all: '全部',
  off: '此直播间的计划已关闭，到点不会开播。',
  none: '这一周没有计划',
  edit: '编辑',
  copy: '复制',
  delete: '删除',
  delete_title: '删除计划「{{name}}」',
  delete_hint: '以后不再按它开播；正在直播的场次继续。',
  clash: '与「{{name}}」冲突，不能放在这里',
  moved: '{{name}}：{{start}}–{{stop}}',
  block: '{{name}}，{{start}}到{{stop}}，{{outcome}}',
  waiting: '未执行',
  keys: 'Alt+↑↓移动15分钟，Alt+Shift+↑↓改变结束时间，回车编辑',
  segment: '第{{number}}段',
  add_segment: '添加一段',
  remove_segment: '删除这一段',
  loop_yes: '循环',
  loop_no: '说完为止',
  dates_hint: '按星期重复，或只在一个日期，二者选一。',
  voice: '同时说话的直播间',
}

const en: Shape<typeof zh> = {
  title: '{{name}} · plans',
  week_of: '{{from}} to {{to}}',
  before: 'Week before',
  after: 'Week after',
  today: 'This week',
  scope: 'Show',
  scope_room: 'This room',
  scope_pc: 'Same PC',
  scope_all: 'All',
  off: 'The plans of this room are off: nothing starts by them.',
  none: 'No plans this week',
  edit: 'Edit',
  copy: 'Copy',
  delete: 'Delete',
  delete_title: 'Delete the plan “{{name}}”',
  delete_hint: 'Nothing starts by it any more; a run that is open goes on.',
  clash: 'Conflicts with “{{name}}”: it cannot be put here',
  moved: '{{name}}: {{start}}–{{stop}}',
  block: '{{name}}, {{start}} to {{stop}}, {{outcome}}',
  waiting: 'Not run yet',
  keys: 'Alt+↑↓ moves by 15 min, Alt+Shift+↑↓ its end, Enter edits',
  segment: 'Piece {{number}}',
  add_segment: 'Add a piece',
  remove_segment: 'Remove this piece',
  loop_yes: 'Again and again',
  loop_no: 'Once',
  dates_hint: 'Either on days of the week or on one date.',
  voice: 'Rooms that speak at once',
}

declare module '#client/i18n.ts' {
  interface Texts {
    plan: typeof zh
  }
}
addTexts('plan', { zh, en })
