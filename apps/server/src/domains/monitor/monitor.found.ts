import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundPcs: Found<Tables, 'pc', 'pc'> = {
  kind: 'pc',
  table: 'pc',
  key: 'id',
  texts: ['name'],
  codes: ['id'],
  shown: (q) =>
    q
      .selectFrom('pc')
      .innerJoin('org', 'org.id', 'pc.org_id')
      .select([
        'pc.id as key',
        'pc.id',
        'pc.name',
        sql<string>`''`.as('code'),
        'org.name as note',
        'pc.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
