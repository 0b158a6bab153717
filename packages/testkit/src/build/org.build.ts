import type { Insertable } from 'kysely'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'

export type Org = Insertable<Tables['org']>

/** An organisation, named after its id unless told otherwise. */
export async function buildOrg(
  { db, ids, clock, search }: Platform<Tables>,
  overrides: Partial<Org> = {},
): Promise<Org> {
  const now = clock.now()
  const id = overrides.id ?? ids.next(now)
  const org: Org = {
    id,
    name: `公会${id}`,
    enabled: 1,
    is_demo: 0,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    ...overrides,
  }
  await db.query.insertInto('org').values(org).execute()
  await search.keep(db.query, 'org', [id])
  return org
}
