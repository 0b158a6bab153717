import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { isDeepStrictEqual } from 'node:util'
import type { GameAdd, GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { HOME_ORG } from '@kaibo/contract/org/org.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid } from '#platform/fault.ts'

type Allowed = Pick<GameAdd, 'owner_org_id' | 'org_ids' | 'auth_expire_at' | 'launch'>

/** Whose a game is, who may run it, until when and how it starts is for whoever sees all organisations. */
export function assertAllowed(
  { scope, org_id }: Actor,
  { owner_org_id, org_ids, auth_expire_at, launch }: Allowed,
  before?: GameRow,
): void {
  if (scope.kind === 'all') return
  const wrong: Record<string, Words> = {}
  if (owner_org_id && owner_org_id !== (before?.owner?.id ?? org_id))
    wrong['owner_org_id'] = FOR_OPERATORS
  if (org_ids && (!before || org_ids.some((id) => !before.orgs.some((one) => one.id === id))))
    if (org_ids.length > 0) wrong['org_ids'] = FOR_OPERATORS
  if (auth_expire_at !== undefined && auth_expire_at !== (before?.auth_expire_at ?? null))
    wrong['auth_expire_at'] = FOR_OPERATORS
  if (launch && !isDeepStrictEqual(launch, before?.launch)) wrong['launch'] = FOR_OPERATORS
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** The studio of a game, and all organisations that see it. 1001 at what does not exist. */
export async function placed(
  trx: Queryable<Tables>,
  actor: Actor,
  { owner_org_id, org_ids }: Pick<Allowed, 'owner_org_id' | 'org_ids'>,
): Promise<{ owner: string; seen: ReadonlySet<string> }> {
  const isAll = actor.scope.kind === 'all'
  const owner = isAll ? (owner_org_id ?? '') : (actor.org_id ?? '')
  const guilds = org_ids ?? (isAll ? [HOME_ORG] : [])
  const seen = new Set([...guilds, ...(owner ? [owner] : [])])
  const known =
    seen.size === 0
      ? []
      : await trx
          .selectFrom('org')
          .select(['id', 'is_studio'])
          .where('id', 'in', [...seen])
          .execute()
  const studio = known.find(({ id }) => id === owner)
  if (owner && studio?.is_studio !== IsOrNot.is)
    throw invalid({ owner_org_id: words('请选择工作室', 'Choose a studio') })
  if (known.length < seen.size)
    throw invalid({
      org_ids: words('公会不存在，请重新选择', 'A guild does not exist; choose again'),
    })
  return { owner, seen }
}

/** Its people and whoever sees all know the studio of a game. */
export const ownerOf = (
  { owner_org_id, owner_name }: { owner_org_id: string; owner_name: string | null },
  { scope, org_id }: Actor,
): GameRow['owner'] =>
  owner_org_id !== '' && (scope.kind === 'all' || owner_org_id === org_id)
    ? { id: owner_org_id, name: owner_name ?? '' }
    : null

const FOR_OPERATORS = words('只有运营可以设置这一项', 'Only operators can set this')
