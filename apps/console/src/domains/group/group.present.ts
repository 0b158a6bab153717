import { domainOf, domains } from '@kaibo/contract/facts/domains.ts'
import { menu } from '@kaibo/contract/facts/menu.ts'
import { needOf, needOfMenu } from '@kaibo/contract/group/group.rules.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'

const entries = menu.flatMap((area) => area.screens)
export const menuLabel = (id: string, lang: Lang): string =>
  entries.find((entry) => entry.id === id)?.called[lang] ?? id

export interface Rights {
  menus: readonly string[]
  actions: readonly string[]
}

/** One domain's part of the tree: the menu entries its look action opens, and its actions, looking first. */
interface Branch {
  domain: string
  menus: string[]
  actions: string[]
}

export function branchesOf(all: readonly string[]): Branch[] {
  const names = [...new Set(all.map(domainOf))]
  const order = Object.keys(domains)
  return names
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((domain) => ({
      domain,
      menus: entries.map(({ id }) => id).filter((id) => domainOf(needOfMenu[id] ?? '') === domain),
      actions: all
        .filter((action) => domainOf(action) === domain)
        .toSorted((a, b) => Number(b.endsWith('.look')) - Number(a.endsWith('.look'))),
    }))
}

/** Ticking a right also ticks those that it depends on. */
export function ticked(rights: Rights, what: string, all: readonly string[]): Rights {
  const needOfEntry = needOfMenu[what]
  const added = needOfEntry ?? what
  const needed = [needOf(added, all), added].filter((one) => one !== undefined)
  return {
    menus: needOfEntry ? [...new Set([...rights.menus, what])] : rights.menus,
    actions: [...new Set([...rights.actions, ...needed])],
  }
}

/** The rights that depend on this one. */
export const dependents = ({ menus, actions }: Rights, what: string, all: readonly string[]) => [
  ...actions.filter((action) => needOf(action, all) === what),
  ...menus.filter((id) => needOfMenu[id] === what),
]

/** Unticking a right also unticks those that depend on it. */
export function unticked(rights: Rights, what: string, all: readonly string[]): Rights {
  const gone = new Set([what, ...dependents(rights, what, all)])
  return {
    menus: rights.menus.filter((id) => !gone.has(id)),
    actions: rights.actions.filter((action) => !gone.has(action)),
  }
}
