import type { Transaction } from 'kysely'
import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { contains } from '#platform/db/contains.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { notFound } from '#platform/fault.ts'

type Q = Queryable<Tables>
type Trx = Transaction<Tables>

/** More than a person looks through without a keyword. */
const MAX_ASSETS = 200

/** A room of the caller's. */
export async function roomOf(q: Q, { scope }: Actor, room_code: string) {
  const room = await q
    .selectFrom('room')
    .select(['id', 'room_code', 'name', 'org_id', 'state', 'pc_id'])
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()
  if (!room) throw notFound(nouns.room)
  return room
}

export const orgOfRoom = (q: Q, room_id: string) =>
  q.selectFrom('room').select('org_id').where('id', '=', room_id).executeTakeFirstOrThrow()

/** The part as it is kept; nothing of a room that was never arranged. */
export async function partOf(q: Q, room_id: string) {
  const row = await q
    .selectFrom('room_part')
    .leftJoin('account as editor', 'editor.uid', 'room_part.updated_by')
    .select(['room_part.version', 'value_json', 'live_json', 'room_part.updated_at'])
    .select(['room_part.updated_by as uid', 'editor.nickname as updated_by'])
    .where('room_id', '=', room_id)
    .where('part', '=', 'anchor')
    .executeTakeFirst()
  if (!row || row.value_json === null) return undefined
  const { value_json, live_json, ...kept } = row
  return {
    ...kept,
    value: JSON.parse(value_json) as AnchorConfig,
    live: JSON.parse(live_json ?? 'null') as AnchorConfig | null,
  }
}

export type KeptPart = NonNullable<Awaited<ReturnType<typeof partOf>>>

export async function keepPart(
  trx: Trx,
  room_id: string,
  kept: Omit<KeptPart, 'uid' | 'updated_by'> & { updated_by: string },
): Promise<void> {
  const { value, live, ...rest } = kept
  const saved = {
    ...rest,
    value_json: JSON.stringify(value),
    live_json: live && JSON.stringify(live),
  }
  await trx
    .insertInto('room_part')
    .values({ room_id, part: 'anchor', ...saved })
    .onConflict((on) => on.columns(['room_id', 'part']).doUpdateSet(saved))
    .execute()
}

/** Assets that rooms of an organisation may show: its own, and those of all. */
const assetsFor = (q: Q, org_id: string) =>
  q
    .selectFrom('asset')
    .select(['asset_id', 'kind', 'name', 'type', 'parts_json', 'expire_at', 'builtin'])
    .where((is) => is.or([is('org_id', 'is', null), is('org_id', '=', org_id)]))

export const assetsById = async (q: Q, org_id: string, ids: readonly string[]) =>
  ids.length === 0 ? [] : assetsFor(q, org_id).where('asset_id', 'in', ids).execute()

export type AssetKept = Awaited<ReturnType<typeof assetsById>>[number]

export const assetsOfKinds = (
  q: Q,
  org_id: string,
  { kinds, keyword }: { kinds: readonly AssetKept['kind'][]; keyword: string | undefined },
) =>
  assetsFor(q, org_id)
    .where('kind', 'in', kinds)
    .where(contains(['asset.name'], keyword))
    .orderBy('builtin', 'desc')
    .orderBy('name')
    .orderBy('asset_id')
    .limit(MAX_ASSETS)
    .execute()

/** The scene that a room's stage shows now; nothing of a room that was never arranged. */
export const sceneOnAir = (q: Q, room_id: string) =>
  q
    .selectFrom('room')
    .innerJoin('pack', 'pack.hash', 'room.scene_hash')
    .select(['pack.body', 'room.org_id'])
    .where('room.id', '=', room_id)
    .executeTakeFirst()
