import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import { changeVersion } from '#platform/db/versioned.ts'

type Q = Queryable<Tables>

const membersOf = compileOnce((q: Q, _: null, { uids }: Places<{ uids: readonly string[] }>) =>
  q
    .selectFrom('account_group_member as member')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .select(['member.uid', 'group.id', 'group.name', 'group.scope', 'group.actions_json'])
    .where('member.uid', 'in', uids)
    .orderBy('group.name'),
)

/** The groups of each of these accounts, the disabled ones too: they may be enabled again. */
export const groupsOf = async (q: Q, uids: readonly string[]) =>
  uids.length === 0 ? [] : membersOf(q, null, { uids })
export type MemberGroup = Awaited<ReturnType<typeof groupsOf>>[number]

export const groupsById = (q: Q, ids: readonly string[]) =>
  q
    .selectFrom('account_group')
    .select(['id', 'name', 'kind', 'scope', 'actions_json', 'enabled'])
    .where('id', 'in', ids)
    .execute()

/** False where somebody has the name already, whatever its case. */
export async function addAccount(q: Q, account: Insertable<Tables['account']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await q
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type Change = Updateable<Tables['account']>

/** False where the version is no longer the one that was edited. */
export const changeAccount = (
  q: Q,
  uid: string,
  version: number,
  change: Change,
): Promise<boolean> => changeVersion(q, 'account', { key: 'uid', value: uid, version }, change)

export async function setGroups(q: Q, uid: string, group_ids: readonly string[]): Promise<void> {
  await q.deleteFrom('account_group_member').where('uid', '=', uid).execute()
  await q
    .insertInto('account_group_member')
    .values(group_ids.map((group_id) => ({ uid, group_id })))
    .execute()
}

export const forgetRecoveryCodes = (q: Q, uid: string) =>
  q.deleteFrom('recovery_code').where('uid', '=', uid).execute()
