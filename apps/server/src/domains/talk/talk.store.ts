import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

/** The sets that a room runs by, in the order in which they are asked. A set that was never published is none yet. */
export const boundIn = (q: Q, room_id: string) =>
  q
    .selectFrom('room_rule')
    .innerJoin('talk_rule', 'talk_rule.rule_id', 'room_rule.rule_id')
    .innerJoin('rule_version', (on) =>
      on
        .onRef('rule_version.rule_id', '=', 'talk_rule.rule_id')
        .onRef('rule_version.v', '=', 'talk_rule.live_v'),
    )
    .select(['talk_rule.kind', 'rule_version.set_json', 'room_rule.shift', 'room_rule.off_json'])
    .where('room_rule.room_id', '=', room_id)
    .where('room_rule.enabled', '=', 1)
    .where('talk_rule.enabled', '=', 1)
    // `talk` is asked before `initiative`
    .orderBy('room_rule.part', 'desc')
    .orderBy('room_rule.place')
    .execute()

export type Bound = Awaited<ReturnType<typeof boundIn>>[number]

export const defaultOf = (q: Q, org_id: string) =>
  q
    .selectFrom('talk_rule')
    .select('rule_id')
    .where('org_id', '=', org_id)
    .where('is_default', '=', 1)
    .executeTakeFirst()

/** The name, with a number behind it where the organisation has it already. */
export async function freeName(q: Q, org_id: string, wanted: string): Promise<string> {
  const taken = await q
    .selectFrom('talk_rule')
    .select('name')
    .where('org_id', '=', org_id)
    .where('name', 'like', `${wanted}%`)
    .execute()
  const names = new Set(taken.map(({ name }) => name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!names.has(name)) return name
  }
}

export const packOf = (q: Q, hash: string) =>
  q.selectFrom('pack').select('body').where('hash', '=', hash).executeTakeFirst()

export const packOfPc = (q: Q, pc_id: string, hash: string) =>
  q
    .selectFrom('pack')
    .innerJoin('room', 'room.bundle_hash', 'pack.hash')
    .select('pack.body')
    .where('pack.hash', '=', hash)
    .where('room.pc_id', '=', pc_id)
    .where('room.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
