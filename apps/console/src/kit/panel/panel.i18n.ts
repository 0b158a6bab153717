import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  retry: '重试',
  stale: '刚才没有刷新成功，显示的是之前的数据。',
  not_loaded: '没能打开',
  not_loaded_hint: '再试一次，或刷新：控制台可能已更新。已填写的内容会保留。',
  offline: '网络断开，连上后重试',
  reload: '刷新',
}

const en = {
  retry: 'Retry',
  stale: 'The last refresh failed; this is from before.',
  not_loaded: 'Could not open this',
  not_loaded_hint: 'Try again or reload: it may have been updated. What you typed is kept.',
  offline: 'Offline: try again when the network is back',
  reload: 'Reload',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    panel: typeof zh
  }
}

addTexts('panel', { zh, en })
