import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundLiveAccounts: Found<Tables, 'live_account', 'live_account'> = {
  kind: 'live_account',
  table: 'live_account',
  key: 'account_id',
  texts: ['nickname', 'platform_uid', 'platform_room_id'],
  codes: ['account_id'],
  gone: 'deleted_at',
  shown: (q) =>
    q
      .selectFrom('live_account')
      .innerJoin('org', 'org.id', 'live_account.org_id')
      .select([
        'live_account.account_id as key',
        'live_account.account_id as id',
        'live_account.nickname as name',
        'live_account.platform_uid as code',
        'org.name as note',
        'live_account.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
