import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { contains } from '#platform/db/contains.ts'
import { within } from '#platform/db/within.ts'
import { foundAs } from '#platform/search/places.ts'
import { amongGames } from './game.ts'
import { presenceSince } from './presence.ts'

type Q = Queryable<Tables>

/** Longer option lists are cut; other rows are found by typing their name. */
export const MAX_OPTIONS = 200

export interface Wanted {
  scope: Scope
  keyword?: string | undefined
}

/** The enabled accounts. */
export function accountOptions(q: Q, { scope, keyword }: Wanted) {
  return q
    .selectFrom('live_account')
    .select(['account_id as id', 'nickname as name', 'platform'])
    .where('enabled', '=', 1)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'org_id'))
    .where(foundAs(q, 'live_account', 'account_id', keyword))
    .orderBy('nickname')
    .orderBy('account_id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** The rooms of the scope. */
export function roomOptions(q: Q, { scope, keyword }: Wanted) {
  return q
    .selectFrom('room')
    .innerJoin('live_account as account', 'account.account_id', 'room.account_id')
    .select(['room.room_code as id', 'room.name', 'account.platform', 'room.desired_run'])
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .where(foundAs(q, 'room', 'room.id', keyword))
    .orderBy('room.name')
    .orderBy('room.room_code')
    .limit(MAX_OPTIONS)
    .execute()
}

export function pcOptions(q: Q, { scope, keyword }: Wanted, since: number) {
  return q
    .selectFrom('pc')
    .select(['id', 'name', presenceSince(since).as('presence')])
    .where(within(scope, 'org_id'))
    .where(foundAs(q, 'pc', 'id', keyword))
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** The organisations of the scope, or its studios; those that are disabled come last. */
export function orgOptions(q: Q, { scope, keyword, is_studio }: Wanted & { is_studio?: 1 }) {
  return q
    .selectFrom('org')
    .select(['id', 'name', 'enabled'])
    .where(within(scope, 'id'))
    .where((eb) => eb.and({ is_studio }))
    .where(foundAs(q, 'org', 'id', keyword))
    .orderBy('enabled', 'desc')
    .orderBy('name')
    .limit(MAX_OPTIONS)
    .execute()
}

/** The enabled rule sets that are published. */
export function ruleOptions(q: Q, { scope, keyword, kind }: Wanted & { kind?: RuleKind }) {
  return q
    .selectFrom('talk_rule')
    .select(['rule_id as id', 'name', 'kind', 'game_id'])
    .select((eb) => eb.ref('live_v').$notNull().as('live_v'))
    .where(within(scope, 'org_id'))
    .where((eb) => eb.and({ enabled: OpenStatus.open, kind }))
    .where('live_v', 'is not', null)
    .where(foundAs(q, 'talk_rule', 'rule_id', keyword))
    .orderBy('name')
    .orderBy('rule_id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** The enabled games that an organisation of the scope may run. */
export function gameOptions(q: Q, { scope, keyword }: Wanted) {
  return q
    .selectFrom('game')
    .select(['game_id as id', 'name', 'type', 'auth_expire_at'])
    .where(within(scope, amongGames('game.game_id')))
    .where('enabled', '=', OpenStatus.open)
    .where(foundAs(q, 'game', 'game_id', keyword))
    .orderBy('name')
    .orderBy('game_id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** What a form that names a game needs of it. */
export const gameFacts = (q: Q, scope: Scope, game_id: string) =>
  q
    .selectFrom('game')
    .select(['game_id as id', 'name', 'type', 'auth_expire_at'])
    .select(['camps_json', 'commands_json', 'gift_json', 'keyword_json'])
    .where('game_id', '=', game_id)
    .where(within(scope, amongGames('game.game_id')))
    .executeTakeFirst()

/** What is for all organisations, and what is the scope's own. */
export const orForAll = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} is null or ${within(scope, column)})`

/** The assets that rooms of the scope may use; what comes with the program first. */
export const offeredAssets = (q: Q, { scope, keyword }: Wanted) =>
  q
    .selectFrom('asset')
    .select(['asset_id', 'name', 'kind', 'type', 'expire_at', 'parts_json', 'builtin'])
    .where('deleted_at', 'is', null)
    .where(orForAll(scope, 'asset.org_id'))
    .where(foundAs(q, 'asset', 'asset_id', keyword))
    .orderBy('builtin', 'desc')
    .orderBy('name')
    .orderBy('asset_id')
    .limit(MAX_OPTIONS)

/** The enabled voices that rooms of the scope may speak by; what comes with the program first. */
export const voiceOptions = (q: Q, { scope, keyword }: Wanted) =>
  q
    .selectFrom('voice')
    .select(['voice_id as id', 'name', 'provider', 'lang', 'gender', 'expire_at'])
    .where('enabled', '=', OpenStatus.open)
    .where(orForAll(scope, 'voice.org_id'))
    .where(contains(['voice.name'], keyword))
    .orderBy('builtin', 'desc')
    .orderBy('name')
    .orderBy('voice_id')
    .limit(MAX_OPTIONS)
    .execute()

/** The room that uses each of these accounts or PCs; of several the one that shall run, else the oldest. */
export async function roomsHolding(
  q: Q,
  column: 'account_id' | 'pc_id',
  ids: readonly string[],
): Promise<Map<string, { room_code: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const rooms = await q
    .selectFrom('room')
    .select(['room_code', 'name', `${column} as held`])
    .where(column, 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('desired_run')
    .orderBy('created_at', 'desc')
    .execute()
  // For equal keys a Map keeps the last, which is why the order above is reversed.
  return new Map(rooms.map(({ held, room_code, name }) => [held ?? '', { room_code, name }]))
}
