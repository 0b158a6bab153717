import { sql, type Insertable, type Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { GroupQuery, GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import { changeVersion } from '#platform/db/versioned.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof GroupQuery>
type Filter = Omit<Query, 'page' | 'page_size'>

const matching = (q: Q, { kind, enabled, id, keyword }: Filter) =>
  q
    .selectFrom('account_group as group')
    .where((eb) => eb.and({ 'group.id': id, 'group.kind': kind, 'group.enabled': enabled }))
    .where(contains(['group.name'], keyword))

const COLUMNS = [
  'group.id',
  'group.name',
  'group.kind',
  'group.scope',
  'group.menus_json',
  'group.actions_json',
  'group.single_login',
  'group.otp_required',
  'group.enabled',
  'group.built_in',
  'group.version',
  'group.updated_at',
  'by.nickname as updated_by',
] as const

type Flags = Pick<
  GroupRow,
  'kind' | 'scope' | 'enabled' | 'built_in' | 'single_login' | 'otp_required'
>

const rows = (q: Q, filter: Filter) =>
  matching(q, filter)
    .leftJoin('account as by', 'by.uid', 'group.updated_by')
    .select(COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('account_group_member as member')
        .select((of) => of.fn.countAll<number>().as('members'))
        .whereRef('member.group_id', '=', 'group.id')
        .$asScalar()
        .$castTo<number>()
        .as('members'),
    )
    .$narrowType<Flags>()

export function groupPage(q: Q, query: Query) {
  const { page, page_size, sort_by = 'updated_at' } = query
  const direction = directionOf(query)
  return rows(q, query)
    .orderBy(`group.${sort_by}`, direction)
    .orderBy('group.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}
export type GroupRecord = Awaited<ReturnType<typeof groupPage>>[number]

export const groupById = (q: Q, id: string) =>
  rows(q, {}).where('group.id', '=', id).executeTakeFirst()

/** To choose from. */
export const enabledGroups = (q: Q, kind?: string) =>
  rows(q, { enabled: 1 })
    .where((eb) => eb.and({ 'group.kind': kind }))
    .orderBy('group.built_in', 'desc')
    .orderBy('group.name')
    .execute()

export async function countGroups(q: Q, query: Query): Promise<number> {
  const { total } = await matching(q, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const nameIsTaken = async (q: Q, name: string, id: string | undefined) =>
  (await q
    .selectFrom('account_group')
    .select('id')
    .where('name', '=', name)
    .$if(id !== undefined, (some) => some.where('id', '<>', id ?? ''))
    .executeTakeFirst()) !== undefined

export const addGroup = (q: Q, group: Insertable<Tables['account_group']>) =>
  q.insertInto('account_group').values(group).execute()

export type Change = Updateable<Tables['account_group']>

/** False where the version is no longer the one that was edited. */
export const changeGroup = (q: Q, id: string, version: number, change: Change): Promise<boolean> =>
  changeVersion(q, 'account_group', { key: 'id', value: id, version }, change)

/** Enabled people of any of these groups, by nickname. */
export const membersOf = (q: Q, group_ids: readonly string[], limit: number) =>
  q
    .selectFrom('account')
    .innerJoin('account_group_member as member', 'member.uid', 'account.uid')
    .select('account.nickname')
    .distinct()
    .where('member.group_id', 'in', group_ids)
    .where('account.status', '=', UserStatus.open)
    .orderBy('account.nickname')
    .limit(limit)
    .execute()
