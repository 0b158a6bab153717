import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import type { PlayedFile } from '@kaibo/contract/agent/insert.schema.ts'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { BundleAsset, Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Action } from '@kaibo/contract/talk/action.schema.ts'
import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Call } from '#platform/http/implement.ts'
import { catalogueOf } from './game.ts'
import { offeredAssets } from './lookup.store.ts'

type Q = Queryable<Tables>
type Kept = Pick<Tables['asset'], 'asset_id' | 'kind' | 'parts_json' | 'builtin'>

const PLAYED_KINDS = ['sound', 'audio', 'material', 'background'] as const

/** The file of an asset that is one file, as PCs know it. */
function fileOf({ asset_id, parts_json }: Kept): PackedFile | null {
  const { file } = JSON.parse(parts_json) as { file?: Omit<PackedFile, 'asset_id'> }
  if (!file) return null
  const { sha256, bytes, type, ms } = file
  return { asset_id, sha256, bytes, type, ms }
}

/** A sound or a film; nothing where it is neither. */
function playsOf(asset: Kept): PlayedFile['kind'] | null {
  const type = fileOf(asset)?.type
  if (type?.startsWith('audio/')) return 'audio'
  if (type?.startsWith('video/')) return 'video'
  // Of what comes with the program sounds are the only files
  return asset.builtin === 1 && asset.kind === 'sound' ? 'audio' : null
}

/** What stages can play, for whoever may choose it; what comes with the program first. */
export const playableOptionsOf = (q: Q, clock: Clock) => ({
  async playables({
    input: { keyword },
    actor: { scope },
  }: Call<ParsedOf<(typeof lookupApi)['playables']>>): Promise<
    DataOf<(typeof lookupApi)['playables']>
  > {
    const found = await offeredAssets(q, { scope, keyword })
      .where('kind', 'in', PLAYED_KINDS)
      .execute()
    const list = found.flatMap((asset) => {
      const plays = playsOf(asset)
      if (!plays) return []
      const { asset_id: id, name, expire_at } = asset
      const expire_status = expireStatusOf(expire_at, clock.now())
      const ms = fileOf(asset)?.ms ?? null
      return [{ id, uid: id, name, plays, is_sound: asset.kind === 'sound', ms, expire_status }]
    })
    return { list }
  },
})

/** What rules of an organisation can speak of, and the files that these name of those that its rooms may use. */
export const catalogueFor = async (
  q: Q,
  { game_id, org_id }: { game_id: string | null; org_id: string },
  sets: readonly RuleSet[],
): Promise<Catalogue> => withFiles(q, await catalogueOf(q, game_id), org_id, sets)

/** With the files that these rules name, of those that rooms of the organisation may use. */
export async function withFiles(
  q: Q,
  catalogue: Catalogue,
  org_id: string,
  sets: readonly RuleSet[],
): Promise<Catalogue> {
  const named = [...new Set(sets.flatMap(({ root }) => assetsIn(root)))].sort()
  if (named.length === 0) return catalogue
  const assets = await filesNamed(q, org_id, named)
  return assets.length === 0 ? catalogue : { ...catalogue, assets }
}

/** Those of these assets that rooms of the organisation may use, with the file that each plays. */
export async function filesNamed(
  q: Q,
  org_id: string,
  ids: readonly string[],
): Promise<BundleAsset[]> {
  if (ids.length === 0) return []
  const found = await q
    .selectFrom('asset')
    .select(['asset_id', 'name', 'kind', 'parts_json', 'builtin'])
    .where('asset_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('org_id', 'is', null), is('org_id', '=', org_id)]))
    .orderBy('asset_id')
    .execute()
  return found.map((asset) => ({
    asset_id: asset.asset_id,
    name: asset.name.slice(0, 100),
    plays: playsOf(asset),
    file: fileOf(asset),
  }))
}

const assetsIn = (node: RuleNode): string[] =>
  actionsIn(node).flatMap((action) => ('asset_id' in action ? action.asset_id : []))

/** What all rules of a tree do. */
export const actionsIn = (node: RuleNode): Action[] =>
  node.type === 'son' ? node.actions : node.children.flatMap(actionsIn)
