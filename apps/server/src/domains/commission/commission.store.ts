import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

export const backAccounts = (q: Q) => q.selectFrom('back_account')

export const shown = (some: ReturnType<typeof backAccounts>) =>
  some
    .innerJoin('org', 'org.id', 'back_account.studio_id')
    .leftJoin('account as editor', 'editor.uid', 'back_account.updated_by')
    .select([
      'back_account.id',
      'back_account.name',
      'back_account.holder',
      'back_account.bank',
      'back_account.account_no_end',
      'back_account.note',
      'back_account.enabled',
      'back_account.is_demo',
      'back_account.version',
      'back_account.created_at',
      'back_account.updated_at',
      'editor.nickname as updated_by',
      'org.id as studio_id',
      'org.name as studio_name',
    ])

export const hasStudio = async (q: Q, seen: Scope, id: string) =>
  (await q
    .selectFrom('org')
    .select('id')
    .where(within(seen, 'org.id'))
    .where((eb) => eb.and({ id, is_studio: 1, is_demo: 0 }))
    .executeTakeFirst()) !== undefined
