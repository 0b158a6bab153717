import type { AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import * as store from './asset.store.ts'

type Q = Queryable<Tables>
type Uses = AssetRow['uses']
interface Named {
  /** By which uses name it. */
  key: string
  /** By which the console opens it. */
  id: string
  name: string
}

/** What users of a kind are called, of those that the scope sees. What is gone uses nothing any more. */
const NAMES: Readonly<
  Partial<Record<AssetUser, (q: Q, ids: readonly string[], scope: Scope) => Promise<Named[]>>>
> = {
  room: (q, ids, scope) =>
    q
      .selectFrom('room')
      .select(['id as key', 'room_code as id', 'name'])
      .where('id', 'in', ids)
      .where(within(scope, 'org_id'))
      .execute(),
  rule: (q, ids, scope) =>
    q
      .selectFrom('talk_rule')
      .select(['rule_id as key', 'rule_id as id', 'name'])
      .where('rule_id', 'in', ids)
      .where(within(scope, 'org_id'))
      .execute(),
  voice: (q, ids, scope) =>
    q
      .selectFrom('voice')
      .select(['voice_id as key', 'voice_id as id', 'name'])
      .where('voice_id', 'in', ids)
      .where(within(scope, 'org_id'))
      .execute(),
  asset: (q, ids, scope) =>
    store
      .assets(q)
      .select(['asset_id as key', 'asset_id as id', 'name'])
      .where('asset_id', 'in', ids)
      .where(within(scope, store.amongAssets))
      .execute(),
}

const SHOWN = 5

/** What uses each of these assets: all of it counted, the first named. */
export async function usesIn(
  q: Q,
  ids: readonly string[],
  scope: Scope,
): Promise<(asset_id: string) => Uses> {
  const found = await store.usesOf(q, ids)
  const named = new Map<string, Named>()
  for (const kind of new Set(found.map((use) => use.user_kind))) {
    const users = new Set(found.flatMap((use) => (use.user_kind === kind ? use.user_id : [])))
    const names = (await NAMES[kind]?.(q, [...users], scope)) ?? []
    for (const name of names) named.set(`${kind} ${name.key}`, name)
  }
  return (asset_id) => {
    const own = found.filter((use) => use.asset_id === asset_id)
    const list = own.flatMap(({ user_kind, user_id }) => {
      const user = named.get(`${user_kind} ${user_id}`)
      return user ? { user: user_kind, id: user.id, name: user.name } : []
    })
    return { total: own.length, list: list.slice(0, SHOWN) }
  }
}
