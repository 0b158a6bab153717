import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Given =
  | 'rule_id'
  | 'org_id'
  | 'name'
  | 'draft_json'
  | 'is_default'
  | 'is_demo'
  | 'live_v'
  | 'nodes'
  | 'created_at'

/** A set on events that the server makes by itself: nobody has edited it yet. */
export const addRule = (
  q: Queryable<Tables>,
  given: Pick<Tables['talk_rule'], Given> & Partial<Pick<Tables['talk_rule'], 'game_id'>>,
): Promise<unknown> =>
  q
    .insertInto('talk_rule')
    .values({
      game_id: null,
      ...given,
      kind: 'talk',
      note: '',
      enabled: OpenStatus.open,
      shared: IsOrNot.not,
      canary_v: null,
      canary_at: null,
      withdrawn_v: null,
      draft_at: null,
      problems: 0,
      updated_at: given.created_at,
      updated_by: null,
      version: 1,
    })
    .execute()
