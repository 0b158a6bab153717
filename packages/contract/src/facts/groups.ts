import { asIs, words, type Words } from '../kernel/words.ts'
import type { Area, GroupId } from './area.ts'
import { areas } from './areas.ts'
import type { Right } from './rights.ts'

interface BuiltInGroup {
  id: GroupId
  called: Words
  scope: 'all' | 'org' | 'own'
  /** `*` grants every right there is. */
  actions: readonly Right[] | '*'
}

const heldBy = (group: Exclude<GroupId, 'admin'>): readonly Right[] =>
  areas.flatMap(({ name, heldBy = {} }: Area) =>
    (heldBy[group] ?? []).map((act) => `${name}.${act}` as Right),
  )

/** The groups of a new installation. An account's rights are the union over its groups. */
export const builtInGroups: readonly BuiltInGroup[] = [
  { id: 'admin', called: words('管理员', 'Administrators'), scope: 'all', actions: '*' },
  { id: 'operator', called: words('运营', 'Operators'), scope: 'all', actions: heldBy('operator') },
  { id: 'finance', called: words('财务', 'Finance'), scope: 'all', actions: heldBy('finance') },
  { id: 'guild', called: words('公会', 'Guild'), scope: 'org', actions: heldBy('guild') },
  { id: 'studio', called: words('工作室', 'Studio'), scope: 'own', actions: heldBy('studio') },
]

/** What a group is called: one that comes with the program and still has its first name, in either language. */
export function groupWords({ id, name }: { id: string; name: string }): Words {
  const called = builtInGroups.find((group) => group.id === id)?.called
  return called?.zh === name ? called : asIs(name)
}
