import type { AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import * as store from './asset.store.ts'

type Q = Queryable<Tables>
type Uses = AssetRow['uses']
interface User {
  /** By which uses name it. */
  key: string
  /** By which the console opens it. */
  id: string
  name: string
  org_id: string | null
}

/** The users of a kind that still are. What is gone uses nothing any more. */
const USERS: Readonly<
  Partial<Record<AssetUser, (q: Q, ids: readonly string[]) => Promise<User[]>>>
> = {
  room: (q, ids) =>
    q
      .selectFrom('room')
      .select(['id as key', 'room_code as id', 'name', 'org_id'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute(),
  plan: (q, ids) =>
    q
      .selectFrom('plan')
      .select(['id as key', 'id', 'name', 'org_id'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute(),
  rule: (q, ids) =>
    q
      .selectFrom('talk_rule')
      .select(['rule_id as key', 'rule_id as id', 'name', 'org_id'])
      .where('rule_id', 'in', ids)
      .execute(),
  voice: (q, ids) =>
    q
      .selectFrom('voice')
      .select(['voice_id as key', 'voice_id as id', 'name', 'org_id'])
      .where('voice_id', 'in', ids)
      .execute(),
  asset: (q, ids) =>
    store
      .assets(q)
      .select(['asset_id as key', 'asset_id as id', 'name', 'org_id'])
      .where('asset_id', 'in', ids)
      .execute(),
}

const SHOWN = 5

/** What uses each of these assets: all of it counted, the first of those that the scope sees named. */
export async function usesIn(
  q: Q,
  ids: readonly string[],
  scope: Scope,
): Promise<(asset_id: string) => Uses> {
  const found = await store.usesOf(q, ids)
  const users = new Map<string, User>()
  for (const kind of new Set(found.map((use) => use.user_kind))) {
    const keys = new Set(found.flatMap((use) => (use.user_kind === kind ? use.user_id : [])))
    const known = (await USERS[kind]?.(q, [...keys])) ?? []
    for (const user of known) users.set(`${kind} ${user.key}`, user)
  }
  const isSeen = ({ org_id }: User) =>
    scope.kind === 'all' || (scope.kind === 'org' && org_id === scope.org_id)
  return (asset_id) => {
    const own = found.flatMap((use) => {
      const user = users.get(`${use.user_kind} ${use.user_id}`)
      return use.asset_id === asset_id && user ? { user: use.user_kind, of: user } : []
    })
    const list = own
      .filter(({ of }) => isSeen(of))
      .map(({ user, of: { id, name } }) => ({ user, id, name }))
    return { total: own.length, list: list.slice(0, SHOWN) }
  }
}

const PLACES: Readonly<Record<AssetUser, (name: string) => readonly [zh: string, en: string]>> = {
  room: (name) => [`直播间「${name}」画面`, `the stage of room “${name}”`],
  plan: (name) => [`计划「${name}」`, `plan “${name}”`],
  rule: (name) => [`规则集「${name}」`, `rule set “${name}”`],
  voice: (name) => [`音色「${name}」`, `voice “${name}”`],
  asset: (name) => [`素材「${name}」的授权`, `the licence of “${name}”`],
}

/** Why it cannot be deleted: 使用中：直播间「…」画面、计划「…」. */
export function inUse({ total, list }: Uses): Words {
  const places = list.map(({ user, name }) => PLACES[user](name))
  const more = total - list.length
  const zh = [...places.map(([text]) => text), ...(more > 0 ? [`另有${more}处`] : [])]
  const en = [...places.map(([, text]) => text), ...(more > 0 ? [`${more} more`] : [])]
  return words(`使用中：${zh.join('、')}`, `In use: ${en.join(', ')}`)
}
