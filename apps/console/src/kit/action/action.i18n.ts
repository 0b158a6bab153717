import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  more: '更多操作',
  cancel: '取消',
  close: '关闭',
  background: '后台继续',
  items: '{{count}} 项',
  selected: '已选 {{items}}',
  clear: '取消选择',
  waiting: '等待',
  running: '进行中',
  done: '完成',
  skipped: '没有执行',
  edit: '编辑',
  delete: '删除',
  enable: '启用',
  disable: '停用',
  bulk_enable: '批量启用',
  bulk_disable: '批量停用',
  enabled_done: '已启用「{{name}}」',
  disabled_done: '已停用「{{name}}」',
  with_hint: '{{said}}。{{hint}}',
  offline: '与服务器断开了，连上后再操作',
  undo: '撤销',
  undo_of: '撤销（{{what}}）',
  undone: '已撤销',
  undo_keys: '{{said}}（十秒内可撤销，也可按 Ctrl+Z）',
  dismiss: '关闭提示',
  all_done: '已{{what}}',
  part_done: '{{what}}：完成 {{count}} 项',
  failed: '{{what}}没有成功：{{reason}}',
  refused: '另有 {{count}} 项不能{{act}}：{{reason}}',
}

const en = {
  more: 'More actions',
  cancel: 'Cancel',
  close: 'Close',
  background: 'Continue in the background',
  items: '{{count}} items',
  items_one: '{{count}} item',
  selected: '{{items}} selected',
  clear: 'Clear selection',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  skipped: 'Not run',
  edit: 'Edit',
  delete: 'Delete',
  enable: 'Enable',
  disable: 'Disable',
  bulk_enable: 'Enable all',
  bulk_disable: 'Disable all',
  enabled_done: '“{{name}}” is enabled',
  disabled_done: '“{{name}}” is disabled',
  with_hint: '{{said}}. {{hint}}',
  offline: 'The server cannot be reached; go on when it is back',
  undo: 'Undo',
  undo_of: 'Undo ({{what}})',
  undone: 'Undone',
  undo_keys: '{{said}} (undo within ten seconds, or press Ctrl+Z)',
  dismiss: 'Dismiss',
  all_done: 'Done: {{what}}',
  part_done: '{{what}}: {{count}} done',
  part_done_one: '{{what}}: {{count}} done',
  failed: 'Not done: {{what}}. {{reason}}',
  refused: '{{count}} more are left out ({{act}}): {{reason}}',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    action: typeof zh
  }
}

addTexts('action', { zh, en })
