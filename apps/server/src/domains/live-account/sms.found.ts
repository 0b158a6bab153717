import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundGateways: Found<Tables, 'sms_gateway', 'sms_gateway'> = {
  kind: 'sms_gateway',
  table: 'sms_gateway',
  key: 'id',
  texts: ['name'],
  codes: ['phone_key'],
  shown: (q) =>
    q
      .selectFrom('sms_gateway')
      .innerJoin('org', 'org.id', 'sms_gateway.org_id')
      .select([
        'sms_gateway.id as key',
        'sms_gateway.id as id',
        'sms_gateway.name as name',
        'sms_gateway.phone as code',
        'org.name as note',
        'sms_gateway.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
