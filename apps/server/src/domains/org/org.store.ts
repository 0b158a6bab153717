import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

/** Whether one of the organisation's areas is this one: its JSON string occurs in the stored list. */
export const hasArea = (area: RawBuilder<string>): RawBuilder<SqlBool> => {
  const escaped = sql`replace(replace(cast(${area} as text), '\\', '\\\\'), '"', '\\"')`
  return sql`replace(org.areas_json, '"' || ${escaped} || '"', '') <> org.areas_json`
}

/** With their owners, by whose names they are also found. */
export const orgs = (q: Q) =>
  q.selectFrom('org').leftJoin('account as owner', 'owner.uid', 'org.owner_uid')

export const shown = (some: ReturnType<typeof orgs>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'org.updated_by')
    .select([
      'org.id',
      'org.name',
      'org.contact',
      'org.areas_json',
      'org.share_rate',
      'org.is_studio',
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
    ])

export type OrgRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

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
    .$if(table !== 'account', (some) => some.where(sql`deleted_at`, 'is', null))
    .groupBy('org_id')
    .execute()
  return new Map(rows.map((row) => [row.org_id ?? '', row.count]))
}

/** The guild group of each of these owners; of several the first. */
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

export const peopleOf = (q: Q, org_id: string) =>
  q.selectFrom('account').select(['uid', 'is_gs']).where('org_id', '=', org_id).execute()

export const hasBackAccounts = async (q: Q, org_id: string): Promise<boolean> =>
  (await q
    .selectFrom('back_account')
    .select('id')
    .where('studio_id', '=', org_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const setOwner = (q: Q, id: string, owner_uid: string) =>
  q.updateTable('org').set({ owner_uid }).where('id', '=', id).execute()
