import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { isWithin } from '@kaibo/contract/group/group.rules.ts'
import { HOME_ORG } from '@kaibo/contract/org/org.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { actionsIn } from '#domains/lookup/grant.ts'
import { menusIn } from '#domains/lookup/menus.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { fault, notFound } from '#platform/fault.ts'
import { groupById, type GroupRecord } from './group.store.ts'

const RIGHT = 'group.look'

/**
 * The caller with the rights of somebody who is in this group only. It can only take rights away: of the actions those remain
 * that both hold, of the two scopes the narrower.
 */
export async function asGroup(
  q: Queryable<Tables>,
  actor: Actor,
  group_id: string,
): Promise<Actor> {
  if (!actor.actions.has(RIGHT))
    throw fault(
      Code.forbidden,
      words(
        '没有查看账号分组的权限，不能以分组身份查看',
        'You have no right to view account groups, and so cannot look as one',
      ),
      { need: RIGHT },
    )
  const group = await groupById(q, group_id)
  if (!group) throw notFound(nouns.group)
  return {
    ...actor,
    actions: new Set(actionsIn(group).filter((action) => actor.actions.has(action))),
    menus: menusIn(group),
    scope: narrower(actor, group.scope),
    view_as: { id: group.id, name: group.name },
  }
}

function narrower(actor: Actor, scope: GroupRecord['scope']): Scope {
  if (isWithin(actor.scope.kind, scope)) return actor.scope
  if (scope === 'org') return { kind: 'org', org_id: HOME_ORG }
  return { kind: 'own', uid: actor.uid }
}
