import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'

export const accountByKey = (db: Queryable<Tables>, push_key: string) =>
  db
    .selectFrom('live_account')
    .select(['account_id', 'push_secret_sealed'])
    .where('push_key', '=', push_key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** A deleted one only where there is no other, for late gifts. */
export const accountOfDouyin = (db: Queryable<Tables>, platform_room_id: string) =>
  db
    .selectFrom('live_account')
    .select(['account_id', 'credentials_sealed'])
    .where('platform', '=', 'douyin')
    .where('platform_room_id', '=', platform_room_id)
    .where('platform_room_id', '!=', '')
    .orderBy(sql`case when deleted_at is null then 0 else 1 end`)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** All of which a platform knows the room. */
export const douyinAccounts = (db: Queryable<Tables>) =>
  db
    .selectFrom('live_account')
    .select(['account_id', 'platform_room_id', 'credentials_sealed'])
    .where('platform', '=', 'douyin')
    .where('platform_room_id', '!=', '')
    // Of several of one room that which is not deleted comes last.
    .orderBy(sql`case when deleted_at is null then 1 else 0 end`)
    .execute()

/** The account's room; of several the one whose state changed last. A deleted one only where there is no other, for late gifts. */
export async function roomCodeOf(
  db: Queryable<Tables>,
  account_id: string,
): Promise<string | undefined> {
  const room = await db
    .selectFrom('room')
    .select('room_code')
    .where('account_id', '=', account_id)
    .orderBy(sql`case when deleted_at is null then 0 else 1 end`)
    .orderBy('state_since', 'desc')
    .executeTakeFirst()
  return room?.room_code
}
