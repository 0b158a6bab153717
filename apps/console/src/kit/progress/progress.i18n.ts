import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  tasks: '任务',
  tasks_running: '任务，{{count}} 个进行中',
  tasks_failed: '任务，{{count}} 个失败',
  tasks_done: '任务，{{count}} 个已结束',
  clear: '全部清除',
  running: '进行中',
  stopping: '正在停止',
  done: '完成',
  failed: '失败',
  failed_part: '部分失败',
  stopped: '已停止',
  items: '已完成 {{done}} / {{all}}',
  items_failed: '已完成 {{done}} / {{all}}，失败 {{failed}}',
  received: '已接收 {{size}}',
  failures: '失败的',
  stop: '停止其余的',
  cancel: '取消',
  retry: '重试',
  retry_failed: '重试失败的',
  go_on: '继续没做完的',
  dismiss: '清除 {{name}}',
}

const en = {
  tasks: 'Tasks',
  tasks_running: 'Tasks, {{count}} running',
  tasks_failed: 'Tasks, {{count}} failed',
  tasks_done: 'Tasks, {{count}} ended',
  clear: 'Clear all',
  running: 'Running',
  stopping: 'Stopping',
  done: 'Done',
  failed: 'Failed',
  failed_part: 'Partly failed',
  stopped: 'Stopped',
  items: '{{done}} of {{all}} done',
  items_failed: '{{done}} of {{all}} done, {{failed}} failed',
  received: '{{size}} received',
  failures: 'What failed',
  stop: 'Stop the rest',
  cancel: 'Cancel',
  retry: 'Retry',
  retry_failed: 'Retry the failed',
  go_on: 'Continue with the rest',
  dismiss: 'Clear {{name}}',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    progress: typeof zh
  }
}

addTexts('progress', { zh, en })
