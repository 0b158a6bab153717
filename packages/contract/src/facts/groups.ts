import type { HandleAction } from './enums.ts'

/** The permission code of one act in one domain: `room.play`. */
export type Action = `${string}.${HandleAction}`

interface BuiltInGroup {
  id: 'admin' | 'operator' | 'finance' | 'guild' | 'studio'
  zh: string
  scope: 'all' | 'org' | 'own'
  /** `*` grants every action that any call declares. */
  actions: readonly Action[] | '*'
}

/** The groups a new installation has. An account's rights are the union over its groups. */
export const builtInGroups: readonly BuiltInGroup[] = [
  { id: 'admin', zh: '管理员', scope: 'all', actions: '*' },
  {
    id: 'operator',
    zh: '运营',
    scope: 'all',
    actions: [
      'room.look',
      'room.add',
      'room.edit',
      'room.play',
      'room.operate',
      'room.imme',
      'live-account.look',
      'live-account.add',
      'monitor.add',
      'income.look',
    ],
  },
  {
    id: 'finance',
    zh: '财务',
    scope: 'all',
    actions: [
      'income.look',
      'income.operate',
      'commission.look',
      'commission.operate',
      'room.look',
      'live-account.look',
    ],
  },
  {
    id: 'guild',
    zh: '公会',
    scope: 'org',
    actions: ['room.look', 'room.play', 'room.imme', 'live-account.look', 'income.look'],
  },
  { id: 'studio', zh: '工作室', scope: 'own', actions: ['commission.look'] },
]
