import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import * as store from './org.store.ts'

/** Turns records into answered rows with four statements, however many rows there are. */
export async function rowsOf(
  q: Queryable<Tables>,
  records: readonly store.OrgRecord[],
): Promise<OrgRow[]> {
  const org_ids = records.map((record) => record.id)
  const [accounts, rooms, liveAccounts, groups] = await Promise.all([
    store.countIn(q, 'account', org_ids),
    store.countIn(q, 'room', org_ids),
    store.countIn(q, 'live_account', org_ids),
    store.groupsOfOwners(
      q,
      records.flatMap((record) => record.owner_uid ?? []),
    ),
  ])
  return records.map((record) => {
    const { areas_json, owner_uid, username, nickname, phone, status, last_login_at, ...row } =
      record
    return {
      ...row,
      areas: JSON.parse(areas_json ?? '[]') as string[],
      owner:
        owner_uid === null || username === null
          ? null
          : {
              uid: owner_uid,
              username,
              nickname: nickname ?? '',
              phone: phone ?? '',
              status: status ?? UserStatus.open,
              group_id: groups.get(owner_uid) ?? null,
              last_login_at,
            },
      accounts: accounts.get(row.id) ?? 0,
      rooms: rooms.get(row.id) ?? 0,
      live_accounts: liveAccounts.get(row.id) ?? 0,
    }
  })
}
