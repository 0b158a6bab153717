import type { Lang } from '../kernel/enumeration.ts'
import { actLabel } from './acts.ts'

/** What the groups of rights are called: the first half of a permission code. */
export const domains: Readonly<Record<string, { zh: string; en: string }>> = {
  room: { zh: '直播间', en: 'Rooms' },
  'live-account': { zh: '直播账号', en: 'Live accounts' },
  monitor: { zh: '设备监控', en: 'PCs' },
  income: { zh: '收入', en: 'Income' },
  commission: { zh: '回收结算', en: 'Commission' },
  account: { zh: '账号', en: 'Accounts' },
  group: { zh: '账号分组', en: 'Account groups' },
  org: { zh: '公会', en: 'Guilds' },
  audit: { zh: '操作记录', en: 'Audit log' },
}

/** The domain of a permission code: `room` of `room.play`. */
export const domainOf = (action: string): string => action.slice(0, action.lastIndexOf('.'))

export const domainLabel = (domain: string, lang: Lang): string => domains[domain]?.[lang] ?? domain

/** 直播间 · 查看 of `room.look`: how a right is called wherever it stands alone. */
export const rightLabel = (action: string, lang: Lang): string =>
  `${domainLabel(domainOf(action), lang)} · ${actLabel(action, lang)}`
