import { sql } from 'kysely'
import { amongAssets } from './asset.store.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundAssets: Found<Tables, 'asset', 'asset'> = {
  kind: 'asset',
  table: 'asset',
  key: 'asset_id',
  texts: ['name', 'tags_json'],
  codes: ['asset_id'],
  gone: 'deleted_at',
  among: (org_id) =>
    sql`exists (select 1 from asset where asset.asset_id = shown.id and ${amongAssets(org_id)})`,
  shown: (q) =>
    q
      .selectFrom('asset')
      .leftJoin('org', 'org.id', 'asset.org_id')
      .select([
        'asset.asset_id as key',
        'asset.asset_id as id',
        'asset.name',
        'asset.kind as code',
        sql<string>`coalesce(org.name, '')`.as('note'),
        'asset.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
