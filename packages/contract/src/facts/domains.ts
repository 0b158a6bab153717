import { pathOf, words, type Words } from '../kernel/words.ts'
import { actWords } from './acts.ts'

/** What the groups of rights are called: the first half of a permission code. */
export const domains: Readonly<Record<string, Words>> = {
  room: words('直播间', 'Rooms'),
  'live-account': words('直播账号', 'Live accounts'),
  monitor: words('设备监控', 'PCs'),
  income: words('收入', 'Income'),
  commission: words('回收结算', 'Commission'),
  account: words('账号', 'Accounts'),
  group: words('账号分组', 'Account groups'),
  org: words('公会', 'Guilds'),
  audit: words('操作记录', 'Audit log'),
}

/** The domain of a permission code: `room` of `room.play`. */
export const domainOf = (action: string): string => action.slice(0, action.lastIndexOf('.'))

export const domainWords = (domain: string): Words => domains[domain] ?? words(domain, domain)

/** 直播间 · 查看 of `room.look`: how a right is called wherever it stands alone. */
export const rightWords = (action: string): Words =>
  pathOf([domainWords(domainOf(action)), actWords(action)])
