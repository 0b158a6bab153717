import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  more: '更多操作',
  cancel: '取消',
  close: '关闭',
  stop: '停止其余的',
  items: '{{count}} 项',
  selected: '已选 {{items}}',
  clear: '取消选择',
  waiting: '等待',
  running: '进行中',
  done: '完成',
  skipped: '没有执行',
  retry: '重试失败的',
  progress: '已完成 {{done}} / {{all}}',
  progress_failed: '已完成 {{done}} / {{all}}，失败 {{failed}}',
  refused: '另有 {{count}} 项不能{{act}}：{{reason}}',
}

const en = {
  more: 'More acts',
  cancel: 'Cancel',
  close: 'Close',
  stop: 'Stop the rest',
  items: '{{count}} items',
  selected: '{{items}} selected',
  clear: 'Clear selection',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  skipped: 'Not run',
  retry: 'Retry the failed',
  progress: '{{done}} of {{all}} done',
  progress_failed: '{{done}} of {{all}} done, {{failed}} failed',
  refused: '{{count}} more are left out ({{act}}): {{reason}}',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    action: typeof zh
  }
}

addTexts('action', { zh, en })
