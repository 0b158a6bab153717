import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

/**
 * The sets that a room runs by, in the order in which they are asked, each at the version on trial in this room or at the live one. A
 * set that was never published is none yet, and one that speaks of another game than the room's is not run in it.
 */
export const boundIn = (q: Q, room_id: string) =>
  q
    .selectFrom('room_rule')
    .innerJoin('talk_rule', 'talk_rule.rule_id', 'room_rule.rule_id')
    .leftJoin('rule_canary', (on) =>
      on
        .onRef('rule_canary.rule_id', '=', 'room_rule.rule_id')
        .onRef('rule_canary.room_id', '=', 'room_rule.room_id'),
    )
    .innerJoin('rule_version', (on) =>
      on
        .onRef('rule_version.rule_id', '=', 'talk_rule.rule_id')
        .on((is) => is('rule_version.v', '=', is.fn.coalesce('rule_canary.v', 'talk_rule.live_v'))),
    )
    .select(['talk_rule.kind', 'rule_version.set_json', 'room_rule.shift', 'room_rule.off_json'])
    .innerJoin('room', 'room.id', 'room_rule.room_id')
    .where('room_rule.room_id', '=', room_id)
    .where('room_rule.enabled', '=', 1)
    // What speaks of another game stays bound, and is not run
    .where((is) =>
      is.or([
        is('talk_rule.game_id', 'is', null),
        is('talk_rule.game_id', '=', is.ref('room.game_id')),
      ]),
    )
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

/** By room what it runs by, where it runs by anything. */
export async function packsOfRooms(
  q: Q,
  room_ids: readonly string[],
): Promise<Map<string, string>> {
  if (room_ids.length === 0) return new Map()
  const rows = await q
    .selectFrom('room')
    .select(['id', 'bundle_hash'])
    .where('id', 'in', room_ids)
    .execute()
  return new Map(rows.flatMap(({ id, bundle_hash }) => (bundle_hash ? [[id, bundle_hash]] : [])))
}

/** They are in use until now: tapes name them, and are played by them for as long as they are kept. */
export async function touchPacks(q: Q, hashes: readonly string[], at: number): Promise<void> {
  if (hashes.length > 0)
    await q.updateTable('pack').set({ at }).where('hash', 'in', hashes).execute()
}

export const packOfPc = (q: Q, pc_id: string, hash: string) =>
  q
    .selectFrom('pack')
    .innerJoin('room', (on) =>
      on.on((is) =>
        is.or([
          is('room.bundle_hash', '=', is.ref('pack.hash')),
          is('room.words_hash', '=', is.ref('pack.hash')),
          is('room.scene_hash', '=', is.ref('pack.hash')),
        ]),
      ),
    )
    .select('pack.body')
    .where('pack.hash', '=', hash)
    .where('room.pc_id', '=', pc_id)
    .where('room.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

export const rules = (q: Q) => q.selectFrom('talk_rule')

export const shown = (some: ReturnType<typeof rules>) =>
  some
    .innerJoin('org', 'org.id', 'talk_rule.org_id')
    .leftJoin('account as editor', 'editor.uid', 'talk_rule.updated_by')
    .leftJoin('game', 'game.game_id', 'talk_rule.game_id')
    .select([
      'talk_rule.rule_id',
      'talk_rule.name',
      'talk_rule.kind',
      'talk_rule.note',
      'talk_rule.enabled',
      'talk_rule.is_default',
      'talk_rule.live_v',
      'talk_rule.canary_v',
      'talk_rule.withdrawn_v',
      'talk_rule.draft_at',
      'talk_rule.problems',
      'talk_rule.nodes',
      'talk_rule.is_demo',
      'talk_rule.version',
      'talk_rule.created_at',
      'talk_rule.updated_at',
      'editor.nickname as updated_by',
      'org.id as org_id',
      'org.name as org_name',
      'game.game_id',
      'game.name as game_name',
    ])
    .leftJoin('rule_version as withdrawn', (on) =>
      on
        .onRef('withdrawn.rule_id', '=', 'talk_rule.rule_id')
        .onRef('withdrawn.v', '=', 'talk_rule.withdrawn_v'),
    )
    .select(['withdrawn.why', 'withdrawn.why_en'])
    .select((is) => [
      is
        .selectFrom('room_rule')
        .innerJoin('room', 'room.id', 'room_rule.room_id')
        .select((on) => on.fn.countAll<number>().as('count'))
        .whereRef('room_rule.rule_id', '=', 'talk_rule.rule_id')
        .where('room.deleted_at', 'is', null)
        .as('rooms'),
      is
        .selectFrom('rule_canary')
        .innerJoin('room', 'room.id', 'rule_canary.room_id')
        .select((on) => on.fn.countAll<number>().as('count'))
        .whereRef('rule_canary.rule_id', '=', 'talk_rule.rule_id')
        .where('room.deleted_at', 'is', null)
        .as('canary_rooms'),
    ])

/** The rooms that a set is bound in. */
export const roomsWith = (q: Q, rule_id: string) =>
  q
    .selectFrom('room_rule')
    .innerJoin('room', 'room.id', 'room_rule.room_id')
    .select(['room.id', 'room.room_code', 'room.name'])
    .where('room_rule.rule_id', '=', rule_id)
    .where('room.deleted_at', 'is', null)
    .orderBy('room.name')
    .execute()

export const draftOf = (q: Q, rule_id: string) =>
  q
    .selectFrom('talk_rule')
    .select(['draft_json', 'live_v', 'draft_at'])
    .where('rule_id', '=', rule_id)
    .executeTakeFirstOrThrow()

export const maybeDraftOf = (q: Q, rule_id: string) =>
  q
    .selectFrom('talk_rule')
    .select(['draft_json', 'game_id', 'org_id'])
    .where('rule_id', '=', rule_id)
    .executeTakeFirst()

export const versionOf = (q: Q, rule_id: string, v: number) =>
  q
    .selectFrom('rule_version')
    .select('set_json')
    .where('rule_id', '=', rule_id)
    .where('v', '=', v)
    .executeTakeFirst()

export async function lastVersion(q: Q, rule_id: string): Promise<number> {
  const last = await q
    .selectFrom('rule_version')
    .select('v')
    .where('rule_id', '=', rule_id)
    .orderBy('v', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.v ?? 0
}

/** What is bound in one part of a room, in its order. */
export const partOf = (q: Q, room_id: string, part: Tables['room_rule']['part']) =>
  q
    .selectFrom('room_rule')
    .innerJoin('talk_rule', 'talk_rule.rule_id', 'room_rule.rule_id')
    .leftJoin('game', 'game.game_id', 'talk_rule.game_id')
    .leftJoin('rule_canary', (on) =>
      on
        .onRef('rule_canary.rule_id', '=', 'room_rule.rule_id')
        .onRef('rule_canary.room_id', '=', 'room_rule.room_id'),
    )
    .select([
      'rule_canary.v as canary_v',
      'room_rule.rule_id',
      'room_rule.enabled',
      'room_rule.shift',
      'room_rule.off_json',
      'talk_rule.name',
      'talk_rule.live_v',
      'game.game_id',
      'game.name as game_name',
    ])
    .where('room_rule.room_id', '=', room_id)
    .where('room_rule.part', '=', part)
    .orderBy('room_rule.place')
    .execute()

/** What of a part is no binding; nothing where it was never saved. */
export async function valueOf(
  q: Q,
  room_id: string,
  part: Tables['room_part']['part'],
): Promise<unknown> {
  const row = await q
    .selectFrom('room_part')
    .select('value_json')
    .where('room_id', '=', room_id)
    .where('part', '=', part)
    .executeTakeFirst()
  return JSON.parse(row?.value_json ?? 'null')
}

export const partVersion = async (q: Q, room_id: string, part: Tables['room_part']['part']) =>
  (
    await q
      .selectFrom('room_part')
      .select('version')
      .where('room_id', '=', room_id)
      .where('part', '=', part)
      .executeTakeFirst()
  )?.version ?? 0

/** Whether the audit tells already that this person has written this set since then. */
export async function toldSince(
  q: Q,
  { uid, rule_id, at }: { uid: string; rule_id: string; at: number },
): Promise<boolean> {
  const last = await q
    .selectFrom('audit')
    .select('at')
    .where('target_id', '=', rule_id)
    .where('action', '=', 'talk.save')
    .where('uid', '=', uid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.at > at
}
