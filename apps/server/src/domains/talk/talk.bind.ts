import type { Transaction } from 'kysely'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Binding } from '@kaibo/contract/talk/part.schema.ts'
import type { RoomPart } from '@kaibo/contract/talk/talk.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

export type Bindings = readonly Binding[]

/** Replaces what is bound in a part of a room. */
export async function bind(
  trx: Transaction<Tables>,
  of: { room_id: string; part: RoomPart },
  list: Bindings,
): Promise<void> {
  const { room_id, part } = of
  await trx
    .deleteFrom('room_rule')
    .where('room_id', '=', room_id)
    .where('part', '=', part)
    .execute()
  for (const [place, { rule_id, enabled = OpenStatus.open, shift, off_nodes }] of list.entries())
    await trx
      .insertInto('room_rule')
      .values({ ...of, rule_id, place, enabled, shift, off_json: JSON.stringify(off_nodes) })
      .execute()
}

/** A room that is bound to a set no more is not in its trial; bound again, it runs by the live version. */
export const leaveTrials = (trx: Transaction<Tables>, room_id: string) =>
  trx
    .deleteFrom('rule_canary')
    .where('room_id', '=', room_id)
    .where('rule_id', 'not in', (is) =>
      is.selectFrom('room_rule').select('rule_id').where('room_id', '=', room_id),
    )
    .execute()

/** Of these sets those that rooms of the organisation can run. */
export async function ownSets(
  q: Queryable<Tables>,
  org_id: string,
  list: Bindings,
): Promise<Binding[]> {
  const ids = list.map(({ rule_id }) => rule_id)
  if (ids.length === 0) return []
  const own = await q
    .selectFrom('talk_rule')
    .select('rule_id')
    .where('rule_id', 'in', ids)
    .where((is) => is.or([is('org_id', '=', org_id), is('shared', '=', 1)]))
    .execute()
  return list.filter((one) => own.some(({ rule_id }) => rule_id === one.rule_id))
}
