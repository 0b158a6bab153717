import type { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
type Version = Tables['rule_version']

const SHOWN = 100

export const headOf = (q: Q, rule_id: string) =>
  q
    .selectFrom('talk_rule')
    .select(['draft_json', 'draft_at', 'live_v'])
    .where('rule_id', '=', rule_id)
    .executeTakeFirstOrThrow()

const roomsIn = (q: Q, rule_id: string, scope: Scope) =>
  q
    .selectFrom('room')
    .select(['room.id', 'room.room_code', 'room.name', 'room.reported_json', 'room.bundle_hash'])
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .where((is) =>
      is.exists(
        is
          .selectFrom('room_rule')
          .select('room_rule.room_id')
          .whereRef('room_rule.room_id', '=', 'room.id')
          .where('room_rule.rule_id', '=', rule_id),
      ),
    )

/** The rooms in sight that a set is bound in, each once. */
export const boundRooms = (q: Q, rule_id: string, scope: Scope) =>
  roomsIn(q, rule_id, scope).execute()

/** The same, with the version on trial in each. */
export const roomsByVersion = (q: Q, rule_id: string, scope: Scope) =>
  roomsIn(q, rule_id, scope)
    .leftJoin('rule_canary', (on) =>
      on.onRef('rule_canary.room_id', '=', 'room.id').on('rule_canary.rule_id', '=', rule_id),
    )
    .select('rule_canary.v as canary_v')
    .orderBy('room.name')
    .execute()

export const versionAt = (q: Q, rule_id: string, v: number) =>
  q
    .selectFrom('rule_version')
    .select(['v', 'state', 'set_json'])
    .where('rule_id', '=', rule_id)
    .where('v', '=', v)
    .executeTakeFirst()

/** The newest version that was live before this one. */
export const versionBefore = (q: Q, rule_id: string, v: number) =>
  q
    .selectFrom('rule_version')
    .select('v')
    .where('rule_id', '=', rule_id)
    .where('v', '<', v)
    .where('state', '=', 'past')
    .orderBy('v', 'desc')
    .limit(1)
    .executeTakeFirst()

export const setState = (
  q: Q,
  rule_id: string,
  v: number,
  change: Pick<Version, 'state'> & Partial<Pick<Version, 'why' | 'why_en'>>,
) =>
  q
    .updateTable('rule_version')
    .set(change)
    .where('rule_id', '=', rule_id)
    .where('v', '=', v)
    .execute()

export const versionsOf = (q: Q, rule_id: string) =>
  q
    .selectFrom('rule_version')
    .leftJoin('account', 'account.uid', 'rule_version.by')
    .select(['v', 'note', 'state', 'at', 'hash', 'diff_json', 'set_json', 'why', 'why_en'])
    .select('account.nickname as by')
    .where('rule_id', '=', rule_id)
    .orderBy('v', 'desc')
    .limit(SHOWN)
    .execute()

export const movesOf = (q: Q, rule_id: string) =>
  q
    .selectFrom('rule_rollout')
    .leftJoin('account', 'account.uid', 'rule_rollout.by')
    .select(['v', 'act', 'at', 'from_v', 'account.nickname as by'])
    .where('rule_id', '=', rule_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN * 2)
    .execute()

const packsIn = (reported_json: string | null): ReportedRoom['packs'] =>
  reported_json === null ? undefined : (JSON.parse(reported_json) as ReportedRoom).packs

/** What a room's PC says is wrong with its pack. */
export const faultIn = (reported_json: string | null): string | null =>
  packsIn(reported_json)?.fault ?? null

/** Whether a room's PC runs by another pack than it should. One that says nothing of packs is told its rules with the settings. */
export function isBehind(bundle_hash: string | null, reported_json: string | null): boolean {
  const packs = packsIn(reported_json)
  return packs !== undefined && packs.bundle !== bundle_hash
}
