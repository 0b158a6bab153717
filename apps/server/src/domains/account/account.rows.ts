import { expireStatusOf, type Guard } from '@kaibo/contract/account/account.rules.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { holds } from '#domains/lookup/grant.ts'
import { lastAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import * as store from './account.store.ts'

/** The rows as they are answered, each with what keeps it out of the caller's hands: three statements for any number. */
export async function rowsOf(
  q: Queryable<Tables>,
  actor: Actor,
  records: readonly store.AccountRecord[],
  now: number,
): Promise<AccountRow[]> {
  const groups = await store.groupsOf(
    q,
    records.map((record) => record.uid),
  )
  const last = await lastAdmin(q)
  return records.map((record) => {
    const { org_id, org_name, ...row } = record
    const own = groups.filter((group) => group.uid === record.uid)
    return {
      ...row,
      groups: own.map(({ id, name }) => ({ id, name })),
      org: org_id === null ? null : { id: org_id, name: org_name ?? '' },
      expire_status: expireStatusOf(record.expire_at, now),
      guard: guardOf(actor, own, record.uid === last),
    }
  })
}

function guardOf(actor: Actor, groups: readonly store.MemberGroup[], isLast: boolean): Guard {
  if (!groups.every((group) => holds(actor, group))) return 'reach'
  return isLast ? 'last_admin' : 'none'
}
