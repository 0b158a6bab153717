import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

/** Those of these voices that rooms of an organisation may speak by. */
export const voicesFor = async (q: Queryable<Tables>, org_id: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : q
        .selectFrom('voice')
        .select(['voice_id', 'name', 'expire_at'])
        .where('voice_id', 'in', ids)
        .where('enabled', '=', OpenStatus.open)
        .where((is) => is.or([is('org_id', 'is', null), is('org_id', '=', org_id)]))
        .execute()

export const NO_VOICE = words(
  '音色不存在、已停用或属于另一公会，请重新选择',
  'The voice does not exist, is disabled or is of another guild; choose again',
)
