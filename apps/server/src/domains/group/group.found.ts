import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundGroups: Found<Tables, 'group', 'account_group'> = {
  kind: 'group',
  table: 'account_group',
  key: 'id',
  texts: ['name'],
  codes: ['id'],
  open: true,
  shown: (q) =>
    q
      .selectFrom('account_group')
      .select([
        'account_group.id as key',
        'account_group.id',
        'account_group.name',
        sql<string>`''`.as('code'),
        sql<string>`''`.as('note'),
        sql<null>`null`.as('org_id'),
        sql<null>`null`.as('uid'),
      ]),
}
