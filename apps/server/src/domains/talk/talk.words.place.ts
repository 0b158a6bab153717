import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { Platform } from '@kaibo/contract/facts/platforms.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { fault, notFound } from '#platform/fault.ts'
import type { Place } from './talk.words.store.ts'

type Q = Queryable<Tables>

interface Asked {
  scope: WordScope
  scope_id?: string | undefined
}

/** A list that somebody may see, what it is called, and those of which it inherits. */
export interface Found {
  place: Place
  called: string
  wider: readonly Place[]
  of: { platform: Platform | null; org_id: string | null }
}

const GLOBAL: Place = { scope: 'global', scope_id: '' }

/** A list of somebody's own scope. Those that count everywhere or on a platform are seen by all. */
export async function placeOf(q: Q, actor: Actor, { scope, scope_id = '' }: Asked): Promise<Found> {
  const of = { platform: null, org_id: null }
  if (scope === 'global') return { place: GLOBAL, called: '', wider: [], of }
  if (scope === 'platform') {
    const { data } = Platform.safeParse(scope_id)
    if (!data) throw notFound(nouns.platform)
    return { place: { scope, scope_id: data }, called: data, wider: [GLOBAL], of }
  }
  return scope === 'org' ? orgPlace(q, actor, scope_id) : roomPlace(q, actor, scope_id)
}

async function orgPlace(q: Q, { scope }: Actor, org_id: string): Promise<Found> {
  const org = await q
    .selectFrom('org')
    .select(['id', 'name'])
    .where('id', '=', org_id)
    .where(within(scope, 'org.id'))
    .executeTakeFirst()
  if (!org) throw notFound(nouns.org)
  const of = { platform: null, org_id: org.id }
  return { place: { scope: 'org', scope_id: org.id }, called: org.name, wider: [GLOBAL], of }
}

async function roomPlace(q: Q, { scope }: Actor, room_code: string): Promise<Found> {
  const room = await q
    .selectFrom('room')
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .select(['room.id', 'room.name', 'room.org_id', 'held.platform'])
    .where('room.room_code', '=', room_code)
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()
  if (!room) throw notFound(nouns.room)
  const { platform, org_id } = room
  return {
    place: { scope: 'room', scope_id: room.id },
    called: `${room.name}（${room_code}）`,
    wider: [GLOBAL, { scope: 'platform', scope_id: platform }, { scope: 'org', scope_id: org_id }],
    of: { platform, org_id },
  }
}

/** A list that counts in rooms of everybody is changed only by who sees them all. */
export function mayChange({ scope }: Actor, place: Place): void {
  if (scope.kind === 'all' || place.scope === 'org' || place.scope === 'room') return
  throw fault(
    Code.forbidden,
    words(
      '只有全部数据范围的账号可以修改全平台通用和直播平台的敏感词',
      'Only accounts that see all data can change words that count everywhere or on a platform',
    ),
  )
}
