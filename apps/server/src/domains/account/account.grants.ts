import { words } from '@kaibo/contract/kernel/words.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import { holds } from '#domains/lookup/grant.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { absent, invalid, notFound } from '#platform/fault.ts'
import * as store from './account.store.ts'

interface Wanted {
  group_ids: readonly string[]
  org_id: string | null
  is_gs?: IsOrNot | undefined
}

/**
 * Checks the groups and the organisation of an account; throws 1001 at the field. Groups must exist; new ones must be enabled
 * and grant nothing that the caller does not hold. The organisation must be in the caller's scope, and a studio for a studio
 * account. Answers the organisation.
 */
export async function checkedOrg(
  trx: Queryable<Tables>,
  actor: Actor,
  { group_ids, org_id, is_gs }: Wanted,
  before: Wanted = { group_ids: [], org_id: null },
): Promise<string | null> {
  const groups = await store.groupsById(trx, group_ids)
  if (groups.length !== new Set(group_ids).size) throw invalid({ group_ids: absent(nouns.group) })
  for (const group of groups) {
    if (before.group_ids.includes(group.id)) continue
    if (group.enabled !== 1)
      throw invalid({
        group_ids: words(`分组「${group.name}」已停用`, `The group “${group.name}” is disabled`),
      })
    if (!holds(actor, group))
      throw invalid({
        group_ids: words(
          `分组「${group.name}」的权限超出你的权限，不能授予`,
          `The group “${group.name}” holds more rights than you; you cannot grant it`,
        ),
      })
  }
  const org = await orgOf(trx, actor, org_id, before.org_id)
  if (org === null && groups.some((group) => group.scope === 'org'))
    throw invalid({
      org_id: words(
        '所选分组只看本公会的数据，请选择公会',
        'These groups see the data of a guild; choose the guild',
      ),
    })
  const isNew = is_gs !== before.is_gs || org !== before.org_id
  if (is_gs === IsOrNot.is && isNew) {
    // Held until the transaction ends, so that it cannot stop being a studio meanwhile.
    if (org) await hold(trx, 'org', 'id', org)
    if (!(org && (await store.isStudio(trx, org))))
      throw invalid({
        org_id: words(
          '工作室账号须属于一个工作室，请选择工作室',
          'A studio account belongs to a studio; choose the studio',
        ),
      })
  }
  return org
}

async function orgOf(
  trx: Queryable<Tables>,
  actor: Actor,
  org_id: string | null,
  before: string | null,
): Promise<string | null> {
  if (actor.scope.kind === 'own') throw notFound(nouns.org)
  if (org_id !== null && org_id === before) return org_id
  if (org_id === null && actor.scope.kind === 'all') return null
  return homeOrg(trx, actor.scope, org_id ?? undefined)
}
