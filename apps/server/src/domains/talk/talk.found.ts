import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundRuleSets: Found<Tables, 'talk_rule', 'talk_rule'> = {
  kind: 'talk_rule',
  table: 'talk_rule',
  key: 'rule_id',
  texts: ['name'],
  codes: ['rule_id'],
  shown: (q) =>
    q
      .selectFrom('talk_rule')
      .innerJoin('org', 'org.id', 'talk_rule.org_id')
      .select([
        'talk_rule.rule_id as key',
        'talk_rule.rule_id as id',
        'talk_rule.name',
        sql<string>`''`.as('code'),
        'org.name as note',
        'talk_rule.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
