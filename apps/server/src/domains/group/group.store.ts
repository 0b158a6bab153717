import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { GroupKind } from '@kaibo/contract/group/group.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const groups = (q: Q) => q.selectFrom('account_group')

export const shown = (some: ReturnType<typeof groups>) =>
  some
    .leftJoin('account as by', 'by.uid', 'account_group.updated_by')
    .select([
      'account_group.id',
      'account_group.name',
      'account_group.kind',
      'account_group.scope',
      'account_group.menus_json',
      'account_group.actions_json',
      'account_group.single_login',
      'account_group.otp_required',
      'account_group.enabled',
      'account_group.built_in',
      'account_group.version',
      'account_group.updated_at',
      'by.nickname as updated_by',
    ])
    .select((eb) =>
      eb
        .selectFrom('account_group_member as member')
        .select((of) => of.fn.countAll<number>().as('members'))
        .whereRef('member.group_id', '=', 'account_group.id')
        .$asScalar()
        .$castTo<number>()
        .as('members'),
    )

export type GroupRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const groupById = (q: Q, id: string) =>
  shown(groups(q)).where('account_group.id', '=', id).executeTakeFirst()

/** Options of a selection. */
export const enabledGroups = (q: Q, kind?: GroupKind) =>
  shown(groups(q))
    .where((eb) => eb.and({ 'account_group.enabled': 1, 'account_group.kind': kind }))
    .orderBy('account_group.built_in', 'desc')
    .orderBy('account_group.name')
    .execute()

export const nameIsTaken = async (q: Q, name: string, id: string | undefined) =>
  (await q
    .selectFrom('account_group')
    .select('id')
    .where('name', '=', name)
    .$if(id !== undefined, (some) => some.where('id', '<>', id ?? ''))
    .executeTakeFirst()) !== undefined

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
