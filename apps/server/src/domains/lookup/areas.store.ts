import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { contains } from '#platform/db/contains.ts'
import { within } from '#platform/db/within.ts'
import { MAX_OPTIONS, type Wanted } from './lookup.store.ts'

type Q = Queryable<Tables>

/** The areas of all organisations, accounts and live accounts in the scope, each once, by name. */
export async function areasInUse(q: Q, wanted: Wanted): Promise<string[]> {
  const [accounts, liveAccounts, organisations] = await Promise.all([
    areasOf(q, 'account', wanted),
    areasOf(q, 'live_account', wanted),
    areasOfOrgs(q, wanted),
  ])
  const keyword = wanted.keyword?.toLowerCase() ?? ''
  const found = organisations.filter((area) => area.toLowerCase().includes(keyword))
  return [...new Set([...accounts, ...liveAccounts, ...found])]
    .toSorted((a, b) => a.localeCompare(b, 'zh'))
    .slice(0, MAX_OPTIONS)
}

async function areasOf(q: Q, table: 'account' | 'live_account', { scope, keyword }: Wanted) {
  const rows = await q
    .selectFrom(table)
    .select('area')
    .distinct()
    .where('area', '<>', '')
    .where(within(scope, 'org_id'))
    .where(contains(['area'], keyword))
    .orderBy('area')
    .limit(MAX_OPTIONS)
    .execute()
  return rows.map((row) => row.area)
}

async function areasOfOrgs(q: Q, { scope }: Wanted): Promise<string[]> {
  const rows = await q
    .selectFrom('org')
    .select('areas_json')
    .where('areas_json', 'is not', null)
    .where(within(scope, 'id'))
    .execute()
  return rows.flatMap((row) => JSON.parse(row.areas_json ?? '[]') as string[])
}
