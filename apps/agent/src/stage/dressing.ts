import type { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import { assetsIn } from '@kaibo/contract/stage/scene.rules.ts'
import type { Scene, StageAsset, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import type { Time } from '#time/time.ts'
import { stageAssetOf, type StageFile } from '@kaibo/contract/stage/stage-asset.rules.ts'
import type { AssetCache } from './asset-cache.ts'
import { localUrl } from './asset-door.ts'
import type { RoomStage } from './room-stage.ts'

/** Where the scenes of rooms come from. */
export interface Wardrobe {
  time: Time
  packs: { scene(hash: string): ScenePack | undefined }
  files: Pick<AssetCache, 'path' | 'want' | 'isComing'>
  /** What comes with the program. */
  builtin: { scene: Scene; assets: StageAssets }
}

/** A stage that shows nothing yet waits so long for its scene; then it shows what comes with the program. */
const PATIENCE_MS = 3_000
/** What cannot be had is tried again. */
const AGAIN_MS = 5_000
/** So often before a scene is shown without it in place of the one that stands. */
const TRIES = 3

/** Has one stage show the scene that its room names: all of it at once, and not before its files are there. */
export class Dressing {
  readonly #stage: Pick<RoomStage, 'isDressed' | 'dress'>
  readonly #around: Wardrobe
  readonly #room_code: string
  /** The pack that the room names; null of one that nobody has arranged, undefined before it said so. */
  #wanted: string | null | undefined
  #cancel: () => void = () => {}
  /** Of the pack that is being put together or stands. */
  #current: string | undefined
  /** Of what stands or is put together without some of its files. */
  #lacking: string | undefined

  constructor(room_code: string, stage: Pick<RoomStage, 'isDressed' | 'dress'>, around: Wardrobe) {
    this.#room_code = room_code
    this.#stage = stage
    this.#around = around
  }

  want(hash: string | null): void {
    if (hash === this.#wanted) return
    this.#wanted = hash
    this.#cancel()
    if (hash === null) return this.#plain()
    this.#begin(hash)
    if (!this.#stage.isDressed && this.#current !== hash)
      this.#cancel = this.#around.time.after(PATIENCE_MS, () => this.#plain())
  }

  packed(hash: string): void {
    if (hash === this.#wanted) this.#begin(hash)
  }

  close(): void {
    this.#cancel()
    this.#wanted = undefined
    this.#current = undefined
    this.#lacking = undefined
    this.#around.files.want(this.#room_code, [])
  }

  #plain(): void {
    this.#current = undefined
    this.#lacking = undefined
    const { scene, assets } = this.#around.builtin
    this.#stage.dress({ scene, assets: namedIn(scene, assets), hash: null, names: {}, missing: [] })
  }

  #begin(hash: string): void {
    const pack = this.#around.packs.scene(hash)
    if (!pack || this.#current === hash) return
    this.#cancel()
    this.#current = hash
    this.#around.files.want(this.#room_code, filesIn(pack))
    this.#try(hash, pack, 1)
  }

  /** A file has come from the server. */
  fetched(): void {
    const pack = this.#lacking && this.#around.packs.scene(this.#lacking)
    if (!this.#lacking || !pack) return
    this.#cancel()
    this.#try(this.#lacking, pack, 1)
  }

  #try(hash: string, pack: ScenePack, tries: number): void {
    if (Object.keys(pack.assets).length === 0) return this.#put(hash, pack, {}, tries)
    void this.#broughtIn(pack).then((brought) => this.#put(hash, pack, brought, tries))
  }

  /** Shows the scene when all of it is there, or what is missing cannot be had; a stage that shows nothing yet does not wait. */
  #put(hash: string, pack: ScenePack, brought: StageAssets, tries: number): void {
    if (this.#current !== hash) return
    const { scene } = pack
    const assets = namedIn(scene, { ...brought, ...this.#around.builtin.assets })
    const names = Object.fromEntries(
      Object.entries(pack.assets).map(([asset_id, { name }]) => [asset_id, name]),
    )
    const missing = [...new Set(assetsIn(scene).map(({ asset_id }) => asset_id))].flatMap((id) =>
      Object.hasOwn(assets, id) ? [] : [names[id] ?? id],
    )
    const isWhole = missing.length === 0
    this.#lacking = isWhole ? undefined : hash
    // A film that is on its way is no reason to show a hole
    const isComing = filesIn(pack).some((file) => this.#around.files.isComing(file))
    if (isWhole || !this.#stage.isDressed || (tries === TRIES && !isComing))
      this.#stage.dress({ scene, assets, hash, names, missing })
    this.#cancel()
    if (isWhole) return
    const next = isComing ? tries : tries + 1
    this.#cancel = this.#around.time.after(AGAIN_MS, () => this.#try(hash, pack, next))
  }

  /** What somebody has brought and that is on the disk, as pages of this PC take it. */
  async #broughtIn({ assets }: ScenePack): Promise<StageAssets> {
    const found: Record<string, StageAsset> = {}
    for (const [asset_id, { parts }] of Object.entries(assets)) {
      const files: Record<string, StageFile> = {}
      for (const [name, file] of Object.entries(parts)) {
        const url = localUrl(file)
        if (url === undefined || (await this.#around.files.path(file)) === undefined) continue
        files[name] = { url, type: file.type }
      }
      const asset = stageAssetOf(files)
      if (asset) found[asset_id] = asset
    }
    return found
  }
}

const filesIn = ({ assets }: ScenePack) =>
  Object.values(assets).flatMap(({ parts }) => Object.values(parts))

/** Of these assets those that the scene names. */
function namedIn(scene: Scene, assets: StageAssets): StageAssets {
  const ids = assetsIn(scene).map(({ asset_id }) => asset_id)
  const named: Record<string, StageAsset> = {}
  for (const id of ids) {
    const asset = Object.hasOwn(assets, id) ? assets[id] : undefined
    if (asset) named[id] = asset
  }
  return named
}
