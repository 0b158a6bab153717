import { sql } from 'kysely'
import { studioOf } from '#domains/lookup/studio.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundBackAccounts: Found<Tables, 'back_account', 'back_account'> = {
  kind: 'back_account',
  table: 'back_account',
  key: 'id',
  texts: ['name', 'holder', 'account_no_end'],
  codes: ['id'],
  sees: studioOf,
  shown: (q) =>
    q
      .selectFrom('back_account')
      .innerJoin('org', 'org.id', 'back_account.studio_id')
      .select([
        'back_account.id as key',
        'back_account.id',
        'back_account.name',
        'back_account.holder as code',
        'org.name as note',
        'back_account.studio_id as org_id',
        sql<null>`null`.as('uid'),
      ]),
}
