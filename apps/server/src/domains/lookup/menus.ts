import { menu } from '@kaibo/contract/facts/menu.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { menusOf } from '@kaibo/contract/group/group.rules.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { actionsIn } from './grant.ts'

/** Menu entries of a group: those chosen for it, or by default all that its actions can open. */
export const menusIn = (group: { menus_json: string | null; actions_json: string }): string[] =>
  group.menus_json === null ? menusOf(actionsIn(group)) : (JSON.parse(group.menus_json) as string[])

/** The menu with the entries that are chosen and that the actions can open. */
export const menuTree = (chosen: readonly string[], actions: ReadonlySet<string>, lang: Lang) =>
  menu
    .map((area) => ({
      id: area.id,
      path: '',
      name: area.called[lang],
      icon: area.icon,
      children: area.screens
        .filter(({ id, screen }) => chosen.includes(id) && actions.has(screens[screen].can))
        .map((one) => ({
          id: one.id,
          path: screens[one.screen].path,
          name: one.called[lang],
          icon: '',
          children: [],
        })),
    }))
    .filter((area) => area.children.length > 0)
