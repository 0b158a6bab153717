import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

export const games = (q: Q) => q.selectFrom('game')

const counted = (table: 'game_event' | 'game_var') =>
  sql<number>`(select count(*) from ${sql.table(table)} as one where one.game_id = game.game_id)`

export const shown = (some: ReturnType<typeof games>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'game.updated_by')
    .leftJoin('org as studio', 'studio.id', 'game.owner_org_id')
    .selectAll('game')
    .select(['editor.nickname as editor', 'studio.name as owner_name'])
    .select([counted('game_event').as('events'), counted('game_var').as('vars')])

/** Whether a game may be used still, as `expireStatusOf` says it. */
export const authIs = (
  auth: RawBuilder<AuthExpireStatus>,
  now: RawBuilder<number>,
): RawBuilder<SqlBool> => sql`
  case when game.auth_expire_at is null then ${sql.lit(AuthExpireStatus.forever)}
    when game.auth_expire_at <= ${now} then ${sql.lit(AuthExpireStatus.expired)}
    when game.auth_expire_at - ${sql.lit(SOON_MS)} <= ${now} then ${sql.lit(AuthExpireStatus.soon)}
    else ${sql.lit(AuthExpireStatus.normal)} end = ${auth}`

/** Of these games the organisations that may use them, of those that the scope sees. */
export const orgsOf = (q: Q, ids: readonly string[], scope: Scope) =>
  q
    .selectFrom('game_org')
    .innerJoin('org', 'org.id', 'game_org.org_id')
    .innerJoin('game', 'game.game_id', 'game_org.game_id')
    .select(['game_org.game_id', 'org.id', 'org.name'])
    .where('game_org.game_id', 'in', [...ids])
    .whereRef('game.owner_org_id', '<>', 'game_org.org_id')
    .where(within(scope, 'org.id'))
    .orderBy('org.name')
    .execute()

/** The rooms of the scope that have one of these games, with what their PCs reported. */
export const roomsOf = (q: Q, ids: readonly string[], scope: Scope) =>
  q
    .selectFrom('room')
    .select(['game_id', 'desired_run', 'reported_json'])
    .where('game_id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(within(scope, 'org_id'))
    .execute()

/** The rooms of a game with what they say of their own accord, where they ever said it, and what their PCs reported. */
export const roomsWith = (q: Q, game_id: string, scope: Scope) =>
  q
    .selectFrom('room')
    .innerJoin('org', 'org.id', 'room.org_id')
    .leftJoin('room_part', (on) =>
      on.onRef('room_part.room_id', '=', 'room.id').on('room_part.part', '=', 'initiative'),
    )
    .select([
      'room.room_code',
      'room.name',
      'room.desired_run',
      'room.reported_json',
      'org.name as org_name',
      'room_part.value_json',
    ])
    .where('room.game_id', '=', game_id)
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .orderBy('room.name')
    .limit(500)
    .execute()

/** Replaces the organisations that see a game. */
export async function seenBy(q: Q, game_id: string, org_ids: ReadonlySet<string>): Promise<void> {
  await q.deleteFrom('game_org').where('game_id', '=', game_id).execute()
  const rows = [...org_ids].map((org_id) => ({ game_id, org_id }))
  if (rows.length > 0) await q.insertInto('game_org').values(rows).execute()
}

export const allowedTo = async (q: Q, game_id: string): Promise<string[]> =>
  (await q.selectFrom('game_org').select('org_id').where('game_id', '=', game_id).execute()).map(
    ({ org_id }) => org_id,
  )

/** The sets that speak of a game: their drafts and what is in force of them. */
export const setsOf = (q: Q, game_id: string) =>
  q
    .selectFrom('talk_rule')
    .leftJoin('rule_version as live', (on) =>
      on.onRef('live.rule_id', '=', 'talk_rule.rule_id').onRef('live.v', '=', 'talk_rule.live_v'),
    )
    .leftJoin('rule_version as canary', (on) =>
      on
        .onRef('canary.rule_id', '=', 'talk_rule.rule_id')
        .onRef('canary.v', '=', 'talk_rule.canary_v'),
    )
    .select([
      'talk_rule.rule_id',
      'talk_rule.name',
      'talk_rule.org_id',
      'talk_rule.draft_json',
      'live.set_json as live_json',
      'canary.set_json as canary_json',
    ])
    .where('talk_rule.game_id', '=', game_id)
    .orderBy('talk_rule.name')
    .execute()

export const eventsOf = (q: Q, game_id: string) =>
  q.selectFrom('game_event').selectAll().where('game_id', '=', game_id).orderBy('key').execute()

export const events = (q: Q) =>
  q.selectFrom('game_event').innerJoin('game', 'game.game_id', 'game_event.game_id')

export const shownEvents = (some: ReturnType<typeof events>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'game_event.updated_by')
    .selectAll('game_event')
    .select(['editor.nickname as editor', 'game.status_json'])

export const vars = (q: Q) =>
  q.selectFrom('game_var').innerJoin('game', 'game.game_id', 'game_var.game_id')

export const shownVars = (some: ReturnType<typeof vars>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'game_var.updated_by')
    .selectAll('game_var')
    .select(['editor.nickname as editor', 'game.name as game_name'])
