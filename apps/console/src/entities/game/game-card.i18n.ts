import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '游戏',
  off: '未启动',
  waiting: '等待连接',
  connected: '已连接',
  away: '已断开',
  unknown: '未上报',
  round: '第{{seq}}局 · {{status}}',
  queued: '{{count}} 条命令待回应',
  open: '在这台PC上打开画面',
  command: '命令',
  args: '参数，用逗号分开',
  send: '发送',
  done: '游戏已执行：{{name}}',
  failed: '游戏没有执行：{{detail}}',
  owed: '未生效的礼物',
  owed_count: '{{count}} 条',
  owed_none: '没有未生效的礼物',
  made_good: '已补',
  made_title: '{{who}} 的「{{gift}}」已经补给观众？',
  made_hint: '记下是谁补的；之后不再列在这里。',
  rounds: '最近的局',
  rounds_none: '还没有玩过一局',
  round_seq: '第{{seq}}局',
  round_on: '进行中',
  round_over: '已结束',
  round_won: '{{camp}}胜',
  round_broken: '中断',
  best: '最佳',
}

const en: Shape<typeof zh> = {
  title: 'Game',
  off: 'Not started',
  waiting: 'Waiting for the game',
  connected: 'Linked',
  away: 'Link lost',
  unknown: 'Not reported',
  round: 'Round {{seq}} · {{status}}',
  queued: '{{count}} commands without an answer',
  open: 'Open its picture on that PC',
  command: 'Command',
  args: 'Arguments, parted by commas',
  send: 'Send',
  done: 'The game has done it: {{name}}',
  failed: 'The game has not done it: {{detail}}',
  owed: 'Gifts without effect',
  owed_count: '{{count}}',
  owed_none: 'No gift is without effect',
  made_good: 'Made good',
  made_title: 'Has “{{gift}}” of {{who}} been made good?',
  made_hint: 'It is kept who did so; it is no longer listed here.',
  rounds: 'Newest rounds',
  rounds_none: 'No round has been played yet',
  round_seq: 'round {{seq}}',
  round_on: 'Being played',
  round_over: 'Over',
  round_won: '{{camp}} won',
  round_broken: 'Broken off',
  best: 'best:',
}

declare module '#client/i18n.ts' {
  interface Texts {
    game_card: typeof zh
  }
}
addTexts('game_card', { zh, en })
