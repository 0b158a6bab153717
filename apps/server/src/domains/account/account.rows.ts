import { expireStatusOf, type Guard } from '@kaibo/contract/account/account.rules.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { holds } from '#domains/lookup/grant.ts'
import { lastAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'

import { groupsOf, type AccountRecord, type MemberGroup } from './account.store.ts'

/** The rows as they are answered, each with what keeps it out of the caller's hands: two statements for any number. */
export async function rowsOf(
  q: Queryable<Tables>,
  actor: Actor,
  records: readonly AccountRecord[],
  now: number,
): Promise<AccountRow[]> {
  const groups = await groupsOf(
    q,
    records.map((record) => record.uid),
  )
  const last = await lastAdmin(q)
  const ofAccount = new Map<string, MemberGroup[]>(records.map(({ uid }) => [uid, []]))
  for (const group of groups) ofAccount.get(group.uid)?.push(group)
  const isHeld = once((group: MemberGroup) => holds(actor, group))
  return records.map((record) => {
    const { org_id, org_name, ...account } = record
    const own = ofAccount.get(record.uid) ?? []
    return {
      ...account,
      expire_status: expireStatusOf(record.expire_at, now),
      groups: own.map(({ id, name }) => ({ id, name })),
      org: org_id === null ? null : { id: org_id, name: org_name ?? '' },
      guard: guardOf(own.every(isHeld), record.uid === last),
    }
  })
}

function guardOf(isWithinReach: boolean, isLast: boolean): Guard {
  if (!isWithinReach) return 'reach'
  return isLast ? 'last_admin' : 'none'
}

/** Of few groups there are many members: each group is looked at once. */
function once(look: (group: MemberGroup) => boolean): (group: MemberGroup) => boolean {
  const known = new Map<string, boolean>()
  return (group) => {
    const seen = known.get(group.id) ?? look(group)
    known.set(group.id, seen)
    return seen
  }
}
