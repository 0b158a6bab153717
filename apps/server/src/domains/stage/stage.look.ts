import type { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import { assetsIn } from '@kaibo/contract/stage/scene.rules.ts'
import type { Scene, StageAsset, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { readdressed, stageAssetOf } from '@kaibo/contract/stage/stage-asset.rules.ts'
import type { SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { StageLook } from './stage.preview.ts'
import * as store from './stage.anchor.store.ts'

/** Rooms whose stage shows another scene, told to all servers. */
const CHANNEL = 'stage.scene'

/** A file of an asset, as its row has it. */
interface KeptFile {
  upload_id: string
  content: string
  type: string
}

export interface LookNeeds {
  /** What comes with the program: its scene, and its assets with addresses beside the page. */
  builtin: { scene: Scene; assets: StageAssets }
  /** Where everybody has what stands beside the page of a stage. */
  builtinPath: string
  /** Where a file that somebody has brought is had. */
  addressOf: (file: KeptFile) => string
}

/** What stages of rooms look like, for pages that this server shows. */
export function createLooks(
  { db, bus }: Platform<Tables>,
  { builtin, builtinPath, addressOf }: LookNeeds,
) {
  const own = (asset_id: string): StageAsset | undefined =>
    Object.hasOwn(builtin.assets, asset_id) ? builtin.assets[asset_id] : undefined

  function ofAsset({ asset_id, parts_json }: store.AssetKept): StageAsset | undefined {
    const parts = Object.entries(JSON.parse(parts_json) as Record<string, KeptFile>)
    const files = parts.map(([name, file]) => [name, { url: addressOf(file), type: file.type }])
    return own(asset_id) ?? stageAssetOf(Object.fromEntries(files))
  }

  return {
    changed: (room_id: string) => bus.publish(CHANNEL, room_id),
    onChanged: (heard: (room_id: string) => void): (() => void) =>
      bus.subscribe(CHANNEL, (message) => heard(message as string)),

    /** For a console, which is no page of a stage. */
    pictured(asset: store.AssetKept): Pick<SceneAsset, 'cover' | 'stage'> {
      const stage = ofAsset(asset)
      if (!stage) return { cover: null, stage: null }
      const found = own(asset.asset_id)
        ? readdressed(stage, (url) => `${builtinPath}${url}`)
        : stage
      return { cover: coverOf(found), stage: found }
    },

    async of(room_id: string): Promise<StageLook> {
      const kept = await store.sceneOnAir(db.query, room_id)
      const scene = kept ? (JSON.parse(kept.body) as ScenePack).scene : builtin.scene
      const ids = [...new Set(assetsIn(scene).map(({ asset_id }) => asset_id))]
      const rows = kept ? await store.assetsById(db.query, kept.org_id, ids) : []
      const assets: Record<string, StageAsset> = {}
      for (const asset_id of ids) {
        const row = rows.find((one) => one.asset_id === asset_id)
        const stage = row ? ofAsset(row) : own(asset_id)
        if (stage) assets[asset_id] = stage
      }
      return { scene, assets }
    },
  }
}

/** What of it is a picture. */
function coverOf(stage: StageAsset): string | null {
  if (stage.kind === 'image') return stage.url
  if (stage.kind === 'picture') return stage.body
  return stage.kind === 'vrm' ? (stage.picture ?? null) : null
}

export type Looks = ReturnType<typeof createLooks>
