import type { Shape } from '#client/language.ts'

/* What may show before, or instead of, the shell. */

const zh = {
  newVersion: '控制台已更新',
  newVersionHint: '这个页面属于旧版本，刷新后继续。已填写的内容会保留。',
  reload: '刷新',
  offline: '网络断开了',
  offlineHint: '这一页还没有加载，连上网络后重试。',
  broken: '页面出错了',
  brokenHint: '可以重试；再次出错时，把错误信息发给技术支持。',
  retry: '重试',
  home: '返回首页',
  copy: '复制错误信息',
  copied: '已复制',
  copyFailed: '没能复制，请截图发给技术支持',
  trace: '错误编号',
}

const en = {
  newVersion: 'The console was updated',
  newVersionHint: 'This page belongs to the old version. Reload to go on; what you typed is kept.',
  reload: 'Reload',
  offline: 'The network is gone',
  offlineHint: 'This page has not been loaded. Try again when the network is back.',
  broken: 'This page failed',
  brokenHint: 'Try again. If it fails once more, send the error details to support.',
  retry: 'Try again',
  home: 'Back to home',
  copy: 'Copy error details',
  copied: 'Copied',
  copyFailed: 'Could not copy: send a picture of this page',
  trace: 'Error id',
} satisfies Shape<typeof zh>

export const entryWords = { zh, en }
