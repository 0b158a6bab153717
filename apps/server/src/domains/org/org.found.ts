import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundOrgs: Found<Tables, 'org', 'org'> = {
  kind: 'org',
  table: 'org',
  key: 'id',
  texts: ['name', 'contact'],
  codes: ['id'],
  through: { owner_uid: 'account' },
  shown: (q) =>
    q
      .selectFrom('org')
      .select([
        'org.id as key',
        'org.id',
        'org.name',
        sql<string>`''`.as('code'),
        'org.contact as note',
        'org.id as org_id',
        sql<null>`null`.as('uid'),
      ]),
}
