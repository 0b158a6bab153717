import type { Transaction } from 'kysely'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { AuthExpireStatus, DigitalPlatform } from '@kaibo/contract/facts/enums.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import { assetsIn, castFaults, sceneFaults } from '@kaibo/contract/stage/scene.rules.ts'
import type { Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { NO_VOICE, voicesFor } from '#domains/lookup/voices.ts'
import type { Tables } from '#migrations/tables.ts'
import { Fault, fault, invalid } from '#platform/fault.ts'
import * as store from './stage.anchor.store.ts'

type Trx = Transaction<Tables>
type Faults = Record<string, Words>

const UNAVAILABLE = words(
  '暂未开通：画面只能由本系统播出',
  'Not available: only our own stage shows pictures',
)
const FOREIGN = words(
  '素材不存在或属于另一公会，请重新选择',
  'The asset does not exist or is of another guild; choose again',
)
const OTHER_KIND = words(
  '这个素材不能用在这里，请重新选择',
  'This asset cannot be used here; choose again',
)
export const ACTOR_EXPIRED = words('形象授权已过期', 'The licence of the actor has expired')
export const VOICE_EXPIRED = words('音色授权已过期', 'The licence of the voice has expired')

/** The shape of what is saved, which needs no look at other rows. */
export function checkShape({ digital_platform, scene, ...cast }: AnchorConfig): void {
  if (digital_platform !== DigitalPlatform.four) throw fault(Code.unavailable, UNAVAILABLE)
  const { actor_id: main, co_actor_id: co } = cast
  const faults = { ...castFaults(scene, { main, co }), ...sceneFaults(scene) }
  const found = Object.entries(faults).map(([path, said]) => [`scene.${path}`, said] as const)
  if (found.length > 0) throw invalid(Object.fromEntries(found))
}

/** Everything named is there, of the room's organisation or of all, of the right kind, and licensed. */
export async function checkNamed(
  trx: Trx,
  { org_id, now }: { org_id: string; now: number },
  config: AnchorConfig,
): Promise<void> {
  const { actor_id, co_actor_id, voice, scene } = config
  const named = [
    { path: 'actor_id', asset_id: actor_id, kinds: [AssetKind.actor] },
    ...(co_actor_id === undefined
      ? []
      : [{ path: 'co_actor_id', asset_id: co_actor_id, kinds: [AssetKind.actor] }]),
    ...assetsIn(scene).map(({ path, asset_id }) => ({
      path: `scene.${path}`,
      asset_id,
      kinds: kindsAt(scene, path),
    })),
  ]
  const ids = [...new Set(named.map(({ asset_id }) => asset_id))]
  const assets = new Map(
    (await store.assetsById(trx, org_id, ids)).map((asset) => [asset.asset_id, asset]),
  )
  const faults: Faults = {}
  for (const { path, asset_id, kinds } of named) {
    const asset = assets.get(asset_id)
    if (!asset) faults[path] = FOREIGN
    else if (!kinds.some((kind) => kind === asset.kind)) faults[path] = OTHER_KIND
  }
  const voices = await voicesOf(trx, org_id, voice)
  if (!voices.has(voice.voice_id)) faults['voice.voice_id'] = NO_VOICE
  if (voice.fallback_id !== undefined && !voices.has(voice.fallback_id))
    faults['voice.fallback_id'] = NO_VOICE
  if (Object.keys(faults).length > 0) throw invalid(faults)

  const isOver = (row: { expire_at: number | null } | undefined) =>
    expireStatusOf(row?.expire_at ?? null, now) === AuthExpireStatus.expired
  if (isOver(assets.get(actor_id))) throw refused('actor_id', ACTOR_EXPIRED)
  if (co_actor_id !== undefined && isOver(assets.get(co_actor_id)))
    throw refused('co_actor_id', ACTOR_EXPIRED)
  if (isOver(voices.get(voice.voice_id))) throw refused('voice.voice_id', VOICE_EXPIRED)
}

const refused = (path: string, said: Words) =>
  new Fault(Code.conflict, said, null, { [path]: said })

async function voicesOf(
  trx: Trx,
  org_id: string,
  { voice_id, fallback_id }: AnchorConfig['voice'],
) {
  const ids = [voice_id, ...(fallback_id === undefined ? [] : [fallback_id])]
  const rows = await voicesFor(trx, org_id, ids)
  return new Map(rows.map((voice) => [voice.voice_id, voice]))
}

/** Of which kind the asset at this path has to be. */
function kindsAt({ layers }: Scene, path: string): AssetKind[] {
  const layer = layers[Number(path.split('.')[1])]
  if (layer?.kind === 'actor') return [AssetKind.actor]
  if (layer?.kind === 'background') return [AssetKind.background]
  if (layer) return [AssetKind.material]
  return [AssetKind.audio, AssetKind.sound]
}
