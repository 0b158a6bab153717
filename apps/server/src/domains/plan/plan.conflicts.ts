import type { Words } from '@kaibo/contract/kernel/words.ts'
import { clashesWith } from '@kaibo/contract/plan/plan.conflict.rules.ts'
import { conflictWords } from '@kaibo/contract/plan/plan.conflict.words.ts'
import type { Occurrence, Recurrence } from '@kaibo/contract/plan/plan.rules.ts'
import type { Conflict } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict } from '#platform/fault.ts'
import * as store from './plan.store.ts'

/** What of a room a plan needs. */
export interface Needs {
  id: string
  account_id: string
  pc_id: string | null
  is_demo: number
}

type Other = Awaited<ReturnType<typeof store.plansBeside>>[number]

/** 1006 where one of these plans of the room needs what another plan has at the time; the caller holds account, PC and room. */
export async function assertFree(
  q: Queryable<Tables>,
  room: Needs,
  plans: readonly { id: string; plan: Recurrence }[],
  now: number,
): Promise<void> {
  const own = new Set(plans.map(({ id }) => id))
  const others = (await store.plansBeside(q, room))
    .filter(({ id }) => !own.has(id))
    .map((other) => ({ other, plan: store.recurrenceOf(other) }))
  const found: { one: Conflict; said: Words }[] = []
  for (const { plan } of plans) {
    const clash = clashesWith(plan, now)
    for (const { other, plan: theirs } of others) {
      const at = clash(theirs)
      if (at) found.push(conflictOf(room, other, at))
    }
  }
  found.sort((a, b) => a.one.from - b.one.from)
  const [first] = found
  if (first) throw conflict(first.said, { conflicts: found.map(({ one }) => one) })
}

function conflictOf(room: Needs, other: Other, at: Occurrence) {
  const kind = kindOf(room, other)
  const one: Conflict = {
    kind,
    plan: { id: other.id, name: other.name },
    room: { room_code: other.room_code, name: other.room_name },
    from: at.due_at,
    to: at.end_at,
  }
  return { one, said: conflictWords(other, at, kind) }
}

function kindOf({ id, account_id }: Needs, other: Other): Conflict['kind'] {
  if (other.room_id === id) return 'room'
  return other.account_id === account_id ? 'account' : 'pc'
}
