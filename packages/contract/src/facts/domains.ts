/** What the groups of rights are called: the first half of a permission code. */
export const domains: Readonly<Record<string, { zh: string; en: string }>> = {
  room: { zh: '直播间', en: 'Rooms' },
  'live-account': { zh: '直播账号', en: 'Live accounts' },
  monitor: { zh: '设备监控', en: 'PCs' },
  income: { zh: '收入', en: 'Income' },
  account: { zh: '账号', en: 'Accounts' },
  group: { zh: '账号分组', en: 'Account groups' },
  org: { zh: '公会', en: 'Guilds' },
  audit: { zh: '操作记录', en: 'Audit log' },
}
