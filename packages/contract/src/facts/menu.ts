import type { ScreenName } from './screens.ts'

/** The menu's two levels; the server answers the part an account may see. `icon` is a name the console's shell knows. */
export interface MenuEntry {
  id: string
  zh: string
  en: string
  icon: string
  screens: readonly { id: string; zh: string; en: string; screen: ScreenName }[]
}

/** The area on which the people of a game studio (`is_gs`) land. */
export const STUDIO_AREA = 'gs'

export const menu: readonly MenuEntry[] = [
  {
    id: 'digital',
    zh: '直播间',
    en: 'Rooms',
    icon: 'room',
    screens: [
      { id: 'digital.actor', zh: '数字主播', en: 'Digital anchors', screen: 'digitalActor' },
    ],
  },
  {
    id: 'income',
    zh: '收入',
    en: 'Income',
    icon: 'income',
    screens: [{ id: 'income.live', zh: '直播收入', en: 'Live income', screen: 'income' }],
  },
  {
    id: STUDIO_AREA,
    zh: '工作室',
    en: 'Studios',
    icon: 'studio',
    screens: [{ id: 'gs.backaccount', zh: '回收账号', en: 'Back accounts', screen: 'backaccount' }],
  },
  {
    id: 'account',
    zh: '账号与权限',
    en: 'People',
    icon: 'account',
    screens: [
      { id: 'account.list', zh: '账号', en: 'Accounts', screen: 'account' },
      { id: 'account.group', zh: '账号分组', en: 'Groups', screen: 'accountGroup' },
      { id: 'account.org', zh: '公会账号', en: 'Guilds', screen: 'sociatyAccount' },
      { id: 'account.audit', zh: '操作记录', en: 'Audit log', screen: 'audit' },
    ],
  },
]
