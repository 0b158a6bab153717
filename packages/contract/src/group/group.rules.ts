import { words, type Words } from '../kernel/words.ts'
import { domainOf } from '../facts/domains.ts'
import { menu } from '../facts/menu.ts'
import { screens } from '../facts/screens.ts'

/** The right that another one needs: every right of a domain needs the domain's `look`. `all` is every right there is. */
export function needOf(action: string, all: readonly string[]): string | undefined {
  const look = `${domainOf(action)}.look`
  return action !== look && all.includes(look) ? look : undefined
}

/** The right that each menu entry needs, by the entry's id. */
export const needOfMenu: Readonly<Record<string, string>> = Object.fromEntries(
  menu.flatMap((area) => area.screens).map(({ id, screen }) => [id, screens[screen].can]),
)

export const menuIds: readonly string[] = Object.keys(needOfMenu)

export const isMenuId = (id: string): boolean => Object.hasOwn(needOfMenu, id)

/** The menu entries that these actions can open: what a group without a choice of its own shows. */
export const menusOf = (actions: readonly string[]): string[] =>
  menuIds.filter((id) => actions.includes(needOfMenu[id] ?? ''))

const WIDTH = { own: 0, org: 1, all: 2 } as const
export type ScopeWidth = keyof typeof WIDTH

/** Whether one scope shows no more than another. */
export const isWithin = (scope: ScopeWidth, other: ScopeWidth): boolean =>
  WIDTH[scope] <= WIDTH[other]

export type GroupAct = 'edit' | 'enable' | 'disable'

interface GroupFacts {
  id: string
  enabled: number
  out_of_reach: number
}

export const ADMIN_GROUP = 'admin'

/** What cannot be changed of the administrators' group, so that somebody always holds every right; its login settings can. */
export const KEPT_OF_ADMINS = ['name', 'kind', 'scope', 'menus', 'actions'] as const

/** `true`, or the sentence why not. */
export function groupCan(act: GroupAct, group: GroupFacts): true | Words {
  if (group.id === ADMIN_GROUP && act !== 'edit')
    return words('管理员分组不能停用', 'The group of administrators cannot be disabled')
  if (group.out_of_reach === 1)
    return words(
      '该分组超出你的权限，请联系管理员',
      'This group is beyond your rights; ask an administrator',
    )
  if (act === 'disable')
    return group.enabled === 1 || words('分组已停用', 'The group is disabled already')
  if (act === 'enable')
    return group.enabled === 0 || words('分组已启用', 'The group is enabled already')
  return true
}
