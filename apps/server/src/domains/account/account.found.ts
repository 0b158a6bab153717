import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundAccounts: Found<Tables, 'account', 'account'> = {
  kind: 'account',
  table: 'account',
  key: 'uid',
  texts: ['nickname', 'username', 'phone'],
  codes: ['uid'],
  shown: (q) =>
    q
      .selectFrom('account')
      .leftJoin('org', 'org.id', 'account.org_id')
      .select([
        'account.uid as key',
        'account.uid as id',
        'account.nickname as name',
        'account.username as code',
        sql<string>`coalesce(org.name, '')`.as('note'),
        'account.org_id',
        'account.uid',
      ]),
}
