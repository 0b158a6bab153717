import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '操作记录',
  what: '操作记录',
  items: '{{count}} 条',
  keyword: '对象、用户名或原因',
  action: '操作',
  days: '日期',
  target: '对象',
  at: '时间',
  who: '操作人',
  outcome: '结果',
  changes: '变更',
  more_changes: '另有 {{count}} 项',
  reason: '原因',
  ip: '来源地址',
  request_id: '请求编号',
  seq: '编号',
  hash: '校验值',
  row_title: '第 {{seq}} 条 · {{action}}',
  hint: '每次新增、编辑、启停、开播停播和登录都会在这里留下一行，不能修改或删除。',
  all_by: '此人的全部操作',
  all_of: '此对象的全部记录',
  gone: '没有这条记录',
  gone_hint: '它不存在，或不在你能查看的范围内。',
  field: '字段',
  before: '之前',
  after: '之后',
  value: '内容',
  changed: '变更',
  made: '新增的内容',
  removed: '删除前的内容',
  given: '提交的内容',
  unchanged: '没有字段改变。',
  taken_out: '移除 {{value}}',
  put_in: '加入 {{value}}',
  interrupted_hint:
    '服务在这次操作结束之前中断：已写入的有效，其余可能没有完成，请核对对象现在的状态。',
}

const en = {
  title: 'Audit log',
  what: 'audit entries',
  items: '{{count}} entries',
  items_one: '{{count}} entry',
  keyword: 'Target, user name or reason',
  action: 'Action',
  days: 'Days',
  target: 'Target',
  at: 'Time',
  who: 'By',
  outcome: 'Outcome',
  changes: 'Changes',
  more_changes: '{{count}} more',
  reason: 'Reason',
  ip: 'IP address',
  request_id: 'Request',
  seq: 'No.',
  hash: 'Hash',
  row_title: 'No. {{seq}} · {{action}}',
  hint: 'Every addition, edit, start, stop and login leaves an entry here that cannot be changed or removed.',
  all_by: 'All by this person',
  all_of: 'All of this target',
  gone: 'No such entry',
  gone_hint: 'It does not exist, or is not yours to see.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  value: 'Value',
  changed: 'Changes',
  made: 'Added',
  removed: 'Before it was removed',
  given: 'Submitted',
  unchanged: 'No field has changed.',
  taken_out: 'Removed {{value}}',
  put_in: 'Added {{value}}',
  interrupted_hint:
    'The server ended before the call did: what was written holds, the rest may be missing. Check the target.',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    audit: typeof zh
  }
}

addTexts('audit', { zh, en })
