import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import { capped, COUNTED, countOf } from '#platform/db/endless.ts'
import { within } from '#platform/db/within.ts'
import { notFound } from '#platform/fault.ts'
import type { Tables } from '#migrations/tables.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { GiftEventQuery } from '@kaibo/contract/income/income.schema.ts'
import { dayEnd, dayStart } from '@kaibo/contract/kernel/day.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import { partIdOf } from './income-row.store.ts'

type Q = Queryable<Tables>
type Query = z.output<typeof GiftEventQuery>

/** What a list of gifts is about, and its total, which comes from the rollups instead of being counted. */
export interface Source extends Pick<EndlessPage<unknown>, 'total' | 'total_capped'> {
  /** The organisation whose gifts they are; absent for those of all. */
  org: string | undefined
  run_id?: string
  room_id?: string
  /** Of the room only what came in outside runs: from an instant until before another. */
  outside?: { account_id: string; from: number; to: number }
}

interface OfScope {
  org: string | undefined
}

const totalOfAll = compileOnce((q: Q, _: null, { org }: Places<OfScope>) =>
  countOf(
    q,
    q
      .selectFrom('gift_event')
      .select('id')
      .where((eb) => eb.and({ org_id: org }))
      .limit(COUNTED),
  ),
)

/** 1005 for a run, a room or a day outside runs that does not exist or is not in scope. */
export async function sourceOf(q: Q, scope: Scope, query: Query): Promise<Source> {
  const { run_id, outside_id, room_code } = query
  const org = orgOfScope(scope)
  if (run_id) return { org, ...(await runSource(q, scope, run_id, room_code)) }
  if (outside_id) return outsideSource(q, scope, outside_id)
  if (room_code) return { org, ...(await roomSource(q, scope, room_code)) }
  const [all] = await totalOfAll(q, null, { org })
  return { org, ...capped(all?.total ?? 0) }
}

async function runSource(q: Q, scope: Scope, run_id: string, room_code: string | undefined) {
  const run = await q
    .selectFrom('run')
    .select(['run_id', 'event_count as total'])
    .where('run_id', '=', run_id)
    .where(within(scope, 'org_id'))
    .where((eb) => eb.and({ room_code }))
    .executeTakeFirst()
  if (!run) throw notFound(nouns.run)
  return { ...run, total_capped: false }
}

async function outsideSource(q: Q, scope: Scope, outside_id: string): Promise<Source> {
  const part = await q
    .selectFrom('income_part')
    .select(['day', 'room_id', 'account_id', 'org_id', 'event_count'])
    .where('id', '=', partIdOf(outside_id) ?? 0)
    .where('run_id', '=', '')
    .where(within(scope, 'org_id'))
    .executeTakeFirst()
  if (!part) throw notFound(nouns.outsideRuns)
  const { day, room_id, account_id, org_id, event_count } = part
  const outside = { account_id, from: dayStart(day), to: dayEnd(day) }
  return { org: org_id, room_id, outside, total: event_count, total_capped: false }
}

/** A room that has left the scope is found while gifts of before belong to it. */
async function roomSource(q: Q, scope: Scope, room_code: string) {
  const room = await q
    .selectFrom('room')
    .select([
      'id',
      sql<number>`case when ${within(scope, 'org_id')} then 1 else 0 end`.as('is_own'),
    ])
    .where('room_code', '=', room_code)
    .executeTakeFirst()
  if (!room) throw notFound(nouns.room)
  const { total } = await q
    .selectFrom('room_day')
    .select(sql<number>`coalesce(sum(event_count), 0)`.as('total'))
    .where('room_id', '=', room.id)
    .where(within(scope, 'org_id'))
    .executeTakeFirstOrThrow()
  if (!room.is_own && total === 0) throw notFound(nouns.room)
  return { room_id: room.id, total, total_capped: false }
}
