import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import type * as z from 'zod/mini'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { ADMIN_GROUP, needOfMenu } from '@kaibo/contract/group/group.rules.ts'
import type { Why, WhyQuery } from '@kaibo/contract/group/group.schema.ts'
import { actionsIn } from '#domains/lookup/grant.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { enabledGroups, membersOf } from './group.store.ts'

const MAX_NAMED = 5
/** The right to put somebody into a group. */
const GRANTING = 'account.edit'

/**
 * 为什么看不到: which action or menu entry is missing, which groups would give it, and who can grant one. About a row it
 * says only the caller's scope, because nobody may learn whether a row exists outside their scope.
 */
export async function whyNot(
  q: Queryable<Tables>,
  actor: Actor,
  { menu, action }: z.output<typeof WhyQuery>,
  lang: Lang,
): Promise<Why> {
  const wanted = action ?? (menu === undefined ? undefined : needOfMenu[menu])
  const missing = wanted !== undefined && !actor.actions.has(wanted) ? wanted : null
  const groups = await enabledGroups(q)
  const giving = groups.filter(
    (group) =>
      (wanted === undefined || actionsIn(group).includes(wanted)) &&
      (menu === undefined || group.menus_json === null || group.menus_json.includes(`"${menu}"`)),
  )
  const granting = groups
    .filter((group) => group.scope === 'all' && actionsIn(group).includes(GRANTING))
    .map((group) => group.id)
  const granters = await membersOf(q, granting.length > 0 ? granting : [ADMIN_GROUP], MAX_NAMED)
  const isShown = menu === undefined || actor.menus.includes(menu)
  return {
    held: missing === null && isShown ? IsOrNot.is : IsOrNot.not,
    missing,
    scope: actor.scope.kind,
    org: actor.scope.kind === 'org' ? actor.scope.org_id : null,
    groups: giving.map((group) => groupWords(group)[lang]),
    granters: granters.map((person) => person.nickname),
  }
}
