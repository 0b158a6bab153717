import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { HOME_ORG } from '@kaibo/contract/org/org.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid, notFound } from '#platform/fault.ts'

/**
 * The organisation of a new row: the caller's own where the scope is one organisation, else the chosen one, else the
 * installation's. One outside the scope is 1005, with the same message as one that does not exist.
 */
export async function homeOrg(
  q: Queryable<Tables>,
  scope: Scope,
  chosen: string | undefined,
): Promise<string> {
  if (scope.kind === 'own') throw notFound(nouns.org)
  const own = scope.kind === 'org' ? scope.org_id : HOME_ORG
  const org_id = chosen ?? own
  if (scope.kind === 'org' && org_id !== own) throw notFound(nouns.org)
  const org = await q
    .selectFrom('org')
    .select('is_demo')
    .where('id', '=', org_id)
    .executeTakeFirst()
  if (!org) throw notFound(nouns.org)
  // Otherwise `demo:remove` would delete real data, or could not delete the organisation.
  if (org.is_demo === 1)
    throw invalid({
      org_id: words(
        '演示公会不收正式数据，请另选公会',
        'The demonstration’s guild takes no real data; choose another',
      ),
    })
  return org_id
}
