import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

export const backAccounts = (q: Queryable<Tables>) => q.selectFrom('back_account')

export const shown = (some: ReturnType<typeof backAccounts>) =>
  some
    .innerJoin('org', 'org.id', 'back_account.studio_id')
    .leftJoin('game', 'game.game_id', 'back_account.game_id')
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
      'game.game_id',
      'game.name as game_name',
    ])
