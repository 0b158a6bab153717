import { words } from '@kaibo/contract/kernel/words.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { within } from '#platform/db/within.ts'
import { invalid } from '#platform/fault.ts'

/** The caller's scope among studios' rows: a studio's people see their own, a guild's people none, a scope of all sees all. */
export function studioOf({ scope, is_gs, org_id, uid }: Actor): Scope {
  if (scope.kind === 'all') return scope
  return is_gs === IsOrNot.is && org_id ? { kind: 'org', org_id } : { kind: 'own', uid }
}

/** 1001 unless it is a studio in the caller's scope and not part of the demonstration. */
export async function assertStudio(
  q: Queryable<Tables>,
  actor: Actor,
  studio_id: string,
): Promise<void> {
  // Locked: it stays a studio while a row of it is written.
  await hold(q, 'org', 'id', studio_id)
  const studio = await q
    .selectFrom('org')
    .select('id')
    .where(within(studioOf(actor), 'id'))
    .where((eb) => eb.and({ id: studio_id, is_studio: 1, is_demo: 0 }))
    .executeTakeFirst()
  if (!studio) throw invalid({ studio_id: words('请选择工作室', 'Choose a studio') })
}
