import { expireStatusOf, type Restriction } from '@kaibo/contract/account/account.rules.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { holds } from '#domains/lookup/grant.ts'
import { lastAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'

import { groupsOf, type AccountRecord, type MemberGroup } from './account.store.ts'

/** Turns records into answered rows, each with its `restriction`, with two statements however many rows there are. */
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
    const own = ofAccount.get(record.uid) ?? []
    // Written out: rows made by spread take a quarter longer to serialise.
    return {
      uid: record.uid,
      username: record.username,
      nickname: record.nickname,
      phone: record.phone,
      avatar: record.avatar,
      status: record.status,
      area: record.area,
      is_gs: record.is_gs,
      expire_at: record.expire_at,
      expire_status: expireStatusOf(record.expire_at, now),
      must_change: record.must_change,
      otp_bound: record.otp_bound,
      last_login_at: record.last_login_at,
      last_ip: record.last_ip,
      is_demo: record.is_demo,
      version: record.version,
      created_at: record.created_at,
      updated_at: record.updated_at,
      updated_by: record.updated_by,
      groups: own.map(({ id, name }) => ({ id, name })),
      org: record.org_id === null ? null : { id: record.org_id, name: record.org_name ?? '' },
      restriction: restrictionOf(own.every(isHeld), record.uid === last),
    }
  })
}

function restrictionOf(isWithinReach: boolean, isLast: boolean): Restriction {
  if (!isWithinReach) return 'out_of_reach'
  return isLast ? 'last_admin' : 'none'
}

/** Remembers the answer for each group: few groups have many members. */
function once(look: (group: MemberGroup) => boolean): (group: MemberGroup) => boolean {
  const known = new Map<string, boolean>()
  return (group) => {
    const seen = known.get(group.id) ?? look(group)
    known.set(group.id, seen)
    return seen
  }
}
