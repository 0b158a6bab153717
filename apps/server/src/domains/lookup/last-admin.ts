import { LAST_ADMIN } from '@kaibo/contract/account/account.rules.ts'
import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import { ADMIN_GROUP } from '@kaibo/contract/group/group.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict } from '#platform/fault.ts'

/** Administrators who can always log in: enabled, never expiring, and not in a disabled organisation. */
const lastingAdmins = compileOnce(
  (q: Queryable<Tables>, _: null, { limit }: Places<{ limit: number }>) =>
    q
      .selectFrom('account_group as group')
      // A cross join keeps SQLite to this order: administrators are few, accounts are many.
      .crossJoin('account_group_member as member')
      .crossJoin('account')
      .leftJoin('org', 'org.id', 'account.org_id')
      .whereRef('member.group_id', '=', 'group.id')
      .whereRef('account.uid', '=', 'member.uid')
      .select('account.uid')
      .where('group.id', '=', ADMIN_GROUP)
      .where('group.enabled', '=', 1)
      .where('account.status', '=', UserStatus.open)
      .where('account.expire_at', 'is', null)
      .where((eb) => eb.or([eb('account.org_id', 'is', null), eb('org.enabled', '=', 1)]))
      .limit(limit),
)

/** The account of the last such administrator; undefined where there are several or none. */
export async function lastAdmin(q: Queryable<Tables>): Promise<string | undefined> {
  const some = await lastingAdmins(q, null, { limit: 2 })
  return some.length === 1 ? some[0]?.uid : undefined
}

/**
 * Runs a change that may take rights away; throws, so that it is rolled back, where no administrator would be left. Locks the
 * administrators' group first: of two changes at once that each remove one of the last two, the second sees the first.
 */
export async function keepingAnAdmin<Result>(
  trx: Queryable<Tables>,
  change: () => Promise<Result>,
): Promise<Result> {
  await hold(trx, 'account_group', 'id', ADMIN_GROUP)
  const hadOne = await isThereOne(trx)
  const result = await change()
  if (hadOne && !(await isThereOne(trx))) throw conflict(LAST_ADMIN)
  return result
}

const isThereOne = async (q: Queryable<Tables>) =>
  (await lastingAdmins(q, null, { limit: 1 })).length > 0
