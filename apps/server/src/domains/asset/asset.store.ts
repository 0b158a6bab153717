import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import type { AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within, type Among } from '#platform/db/within.ts'

type Q = Queryable<Tables>

/** What is for all organisations, and what is the organisation's own. */
export const amongAssets: Among = (org_id) =>
  sql`(asset.org_id is null or asset.org_id = ${org_id})`

export const assets = (q: Q) => q.selectFrom('asset').where('asset.deleted_at', 'is', null)

export const shown = (some: ReturnType<typeof assets>) =>
  some
    .leftJoin('org', 'org.id', 'asset.org_id')
    .leftJoin('account as editor', 'editor.uid', 'asset.updated_by')
    .selectAll('asset')
    .select(['editor.nickname as editor', 'org.name as org_name'])

/** Whether an asset is licensed still, as `expireStatusOf` says it. */
export const licenceIs = (
  status: RawBuilder<AuthExpireStatus>,
  now: RawBuilder<number>,
): RawBuilder<SqlBool> => sql`
  case when asset.expire_at is null then ${sql.lit(AuthExpireStatus.forever)}
    when asset.expire_at <= ${now} then ${sql.lit(AuthExpireStatus.expired)}
    when asset.expire_at - ${sql.lit(SOON_MS)} <= ${now} then ${sql.lit(AuthExpireStatus.soon)}
    else ${sql.lit(AuthExpireStatus.normal)} end = ${status}`

/** The names of these assets, deleted or not. */
export const namesOf = (q: Q, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : q.selectFrom('asset').select(['asset_id', 'name']).where('asset_id', 'in', ids).execute()

export const usesOf = (q: Q, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : q
        .selectFrom('asset_use')
        .select(['asset_id', 'user_kind', 'user_id'])
        .distinct()
        .where('asset_id', 'in', ids)
        .orderBy('user_kind')
        .orderBy('user_id')
        .execute()

/** Says what a part of something uses, in place of what it used before. */
export async function setUses(
  q: Q,
  user: { kind: AssetUser; id: string; part: string },
  asset_ids: readonly string[],
): Promise<void> {
  await q
    .deleteFrom('asset_use')
    .where('user_kind', '=', user.kind)
    .where('user_id', '=', user.id)
    .where('part', '=', user.part)
    .execute()
  const rows = [...new Set(asset_ids)].map((asset_id) => ({
    asset_id,
    user_kind: user.kind,
    user_id: user.id,
    part: user.part,
  }))
  if (rows.length > 0) await q.insertInto('asset_use').values(rows).execute()
}

/** Those of these assets that rooms of the organisation may use. */
export const usableBy = (q: Q, org_id: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : assets(q)
        .select(['asset_id', 'kind', 'name', 'type', 'parts_json', 'expire_at', 'builtin'])
        .where('asset_id', 'in', ids)
        .where(amongAssets(org_id))
        .execute()

/** Whether the asset is for all organisations or that of the PC; one that was deleted a moment ago is still played. */
export async function mayPcShow(q: Q, pc_id: string, asset_id: string): Promise<boolean> {
  const found = await q
    .selectFrom('asset')
    .innerJoin('pc', (on) => on.on('pc.id', '=', pc_id))
    .select('asset_id')
    .where('asset_id', '=', asset_id)
    .where((is) =>
      is.or([is('asset.org_id', 'is', null), is('asset.org_id', '=', is.ref('pc.org_id'))]),
    )
    .executeTakeFirst()
  return found !== undefined
}

export const orgExists = async (q: Q, id: string): Promise<boolean> =>
  (await q.selectFrom('org').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const byKey = (q: Q, created_by: string, client_key: string) =>
  assets(q)
    .select('asset_id')
    .where('created_by', '=', created_by)
    .where('client_key', '=', client_key)
    .executeTakeFirst()

export const partsById = (q: Q, asset_id: string) =>
  q
    .selectFrom('asset')
    .select('parts_json')
    .where('asset_id', '=', asset_id)
    .executeTakeFirstOrThrow()

export const setContent = (
  q: Q,
  asset_id: string,
  { parts, licence }: { parts: object; licence: object | null },
) =>
  q
    .updateTable('asset')
    .set({
      parts_json: JSON.stringify(parts),
      licence_json: licence && JSON.stringify(licence),
    })
    .where('asset_id', '=', asset_id)
    .execute()

/** Whether it is a licence document that the scope sees. */
export async function documentSeen(q: Q, scope: Scope, asset_id: string): Promise<boolean> {
  const found = await assets(q)
    .select('asset_id')
    .where('asset_id', '=', asset_id)
    .where('kind', '=', 'document')
    .where(within(scope, amongAssets))
    .executeTakeFirst()
  return found !== undefined
}

/** The PCs of the rooms that use it. */
export async function pcsWith(q: Q, asset_id: string): Promise<string[]> {
  const found = await q
    .selectFrom('asset_use')
    .innerJoin('room', 'room.id', 'asset_use.user_id')
    .select('room.pc_id')
    .distinct()
    .where('asset_id', '=', asset_id)
    .where('user_kind', '=', 'room')
    .execute()
  return found.flatMap(({ pc_id }) => pc_id ?? [])
}

export const deletedAmong = (q: Q, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve(undefined)
    : q
        .selectFrom('asset')
        .select('name')
        .where('asset_id', 'in', ids)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()

/** Answers whether it was there, and the version that it has now. */
export async function markDeleted(
  q: Q,
  { asset_id, version }: { asset_id: string; version: number },
  updated_by: string,
  now: number,
) {
  const { numUpdatedRows } = await q
    .updateTable('asset')
    .set({ deleted_at: now, updated_at: now, updated_by, version: version + 1 })
    .where('asset_id', '=', asset_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return { changed: numUpdatedRows === 1n, version: version + 1 }
}

/** One that was deleted, of the scope's own: what is for all only whoever sees all takes back. */
export const deletedOne = (q: Q, scope: Scope, asset_id: string) =>
  q
    .selectFrom('asset')
    .selectAll()
    .where('asset_id', '=', asset_id)
    .where('deleted_at', 'is not', null)
    .where(within(scope, 'org_id'))
    .executeTakeFirst()

export const markRestored = (q: Q, asset_id: string, updated_by: string, now: number) =>
  q
    .updateTable('asset')
    .set((is) => ({
      deleted_at: null,
      updated_at: now,
      updated_by,
      version: is('version', '+', 1),
    }))
    .where('asset_id', '=', asset_id)
    .execute()
