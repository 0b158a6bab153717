import { sql, type Insertable, type Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type { OrgQuery, OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import { changeVersion } from '#platform/db/versioned.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof OrgQuery>

const KEYWORD_COLUMNS = ['org.name', 'org.contact', 'owner.username', 'owner.nickname']

const orgs = (q: Q, scope: Scope) => {
  const own = orgOfScope(scope)
  return q
    .selectFrom('org')
    .leftJoin('account as owner', 'owner.uid', 'org.owner_uid')
    .leftJoin('account as editor', 'editor.uid', 'org.updated_by')
    .where((eb) => eb.and({ 'org.id': own }))
}

const matching = (q: Q, scope: Scope, { keyword, enabled, area, id }: Query) =>
  orgs(q, scope)
    .where((eb) => eb.and({ 'org.id': id, 'org.enabled': enabled }))
    .$if(Boolean(area), (some) => some.where(contains(['org.areas_json'], JSON.stringify(area))))
    .where(contains(KEYWORD_COLUMNS, keyword))

const COLUMNS = [
  'org.id',
  'org.name',
  'org.contact',
  'org.areas_json',
  'org.share_rate',
  'org.enabled',
  'org.is_demo',
  'org.version',
  'org.created_at',
  'org.updated_at',
  'editor.nickname as updated_by',
  'org.owner_uid',
  'owner.username',
  'owner.nickname',
  'owner.phone',
  'owner.status',
  'owner.last_login_at',
] as const

type Narrow = Pick<OrgRow, 'enabled' | 'is_demo'>

export function orgPage(q: Q, scope: Scope, query: Query) {
  const { page, page_size, sort_by = 'created_at' } = query
  const direction = directionOf(query)
  return matching(q, scope, query)
    .select(COLUMNS)
    .orderBy(`org.${sort_by}`, direction)
    .orderBy('org.id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .$narrowType<Narrow>()
    .execute()
}
export type OrgRecord = Awaited<ReturnType<typeof orgPage>>[number]

export const orgById = (q: Q, scope: Scope, id: string) =>
  orgs(q, scope).select(COLUMNS).where('org.id', '=', id).$narrowType<Narrow>().executeTakeFirst()

export async function countOrgs(q: Q, scope: Scope, query: Query): Promise<number> {
  const { total } = await matching(q, scope, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many rows of a table belong to each of these organisations. */
export async function countIn(
  q: Q,
  table: 'account' | 'room' | 'live_account',
  org_ids: readonly string[],
): Promise<Map<string, number>> {
  if (org_ids.length === 0) return new Map()
  const rows = await q
    .selectFrom(table)
    .select(['org_id', sql<number>`count(*)`.as('count')])
    .where('org_id', 'in', org_ids)
    .$if(table === 'room', (some) => some.where(sql`deleted_at`, 'is', null))
    .groupBy('org_id')
    .execute()
  return new Map(rows.map((row) => [row.org_id ?? '', row.count]))
}

/** The group by which each of these owners runs its organisation: the first of its guild groups. */
export async function groupsOfOwners(q: Q, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await q
    .selectFrom('account_group_member as member')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .select(['member.uid', 'group.id'])
    .where('member.uid', 'in', uids)
    .where('group.kind', '=', 'guild')
    .orderBy('group.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.uid, row.id]))
}

export const isGuildGroup = async (q: Q, id: string) =>
  (await q
    .selectFrom('account_group')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'guild')
    .executeTakeFirst()) !== undefined

export const peopleOf = async (q: Q, org_id: string) =>
  (await q.selectFrom('account').select('uid').where('org_id', '=', org_id).execute()).map(
    (row) => row.uid,
  )

export const addOrg = (q: Q, org: Insertable<Tables['org']>) =>
  q.insertInto('org').values(org).execute()

export const setOwner = (q: Q, id: string, owner_uid: string) =>
  q.updateTable('org').set({ owner_uid }).where('id', '=', id).execute()

export type Change = Updateable<Tables['org']>

/** False where the version is no longer the one that was edited. */
export const changeOrg = (q: Q, id: string, version: number, change: Change): Promise<boolean> =>
  changeVersion(q, 'org', { key: 'id', value: id, version }, change)
