import type { StageAvatar } from '@kaibo/contract/stage/link.schema.ts'
import type { StageAsset, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { openAvatar } from './avatar-door.ts'
import { loadFlat, type Flat, type Loaded } from './load.ts'
import type { Pictured } from './paint.ts'

/** How avatars are drawn here. */
export interface Drawing {
  /** Where the script is that draws them. */
  script: string
  /** No graphics card. */
  isSoftware: () => boolean
  /** Stands in for one that cannot be drawn and has no picture of its own. */
  stand?: Flat
}

/** `isReplaced`: a picture stands in for an avatar that cannot be drawn. */
type Standing = Loaded & { isReplaced?: boolean }

interface Kept {
  loaded: Promise<Standing | undefined>
  /** What `loaded` came to. */
  now: Standing | undefined
}

/** What of some assets can be drawn, by their ids, and which cannot. */
export interface Drawn {
  pictures: ReadonlyMap<string, Pictured>
  missing: string[]
}

type Vrm = Extract<StageAsset, { kind: 'vrm' }>

/** The pictures of scenes: each is loaded once for as long as scenes need it. */
export class Pictures {
  readonly #drawing: Drawing
  readonly #listeners = new Set<() => void>()
  /** By what it is loaded from. */
  readonly #kept = new Map<string, Kept>()

  constructor(drawing: Drawing) {
    this.#drawing = drawing
  }

  /** Hears that something that was drawn looks otherwise from now on; the answer ends it. */
  onChanged(heard: () => void): () => void {
    this.#listeners.add(heard)
    return () => void this.#listeners.delete(heard)
  }

  /** All of these, decoded. What could not be had is tried again when it is asked for again. */
  async of(assets: StageAssets): Promise<Drawn> {
    const seen = Object.entries(assets).filter(([, { kind }]) => kind !== 'audio')
    await Promise.all(seen.map(([asset_id, asset]) => this.#load(asset_id, asset)))
    return this.drawn(assets)
  }

  /** What is there of these by now. */
  drawn(assets: StageAssets): Drawn {
    const pictures = new Map<string, Pictured>()
    const missing: string[] = []
    for (const [asset_id, asset] of Object.entries(assets)) {
      const pictured = this.#kept.get(keyOf(asset_id, asset))?.now?.pictured
      if (pictured) pictures.set(asset_id, pictured)
      else if (asset.kind !== 'audio') missing.push(asset_id)
    }
    return { pictures, missing }
  }

  /** Lets go of all but what these need. */
  keep(...needed: readonly StageAssets[]): void {
    const keys = new Set(
      needed.flatMap((assets) => Object.entries(assets).map(([id, asset]) => keyOf(id, asset))),
    )
    for (const [key, { loaded }] of this.#kept) {
      if (keys.has(key)) continue
      this.#kept.delete(key)
      void loaded.then((one) => one?.close())
    }
  }

  /** How avatars of these are drawn; nothing where there is none. */
  avatar(assets: StageAssets): StageAvatar | undefined {
    const models = Object.entries(assets).filter(([, { kind }]) => kind === 'vrm')
    if (models.length === 0) return undefined
    const isDrawn = ([id, asset]: [string, StageAsset]) => {
      const { now } = this.#kept.get(keyOf(id, asset)) ?? {}
      return now !== undefined && !now.isReplaced
    }
    if (!models.every(isDrawn)) return 'failed'
    return this.#drawing.isSoftware() ? 'software' : 'card'
  }

  async #load(asset_id: string, asset: StageAsset): Promise<void> {
    const key = keyOf(asset_id, asset)
    const known = this.#kept.get(key)
    if (known) return void (await known.loaded)
    const begun = asset.kind === 'vrm' ? this.#avatar(asset) : loadFlat(asset)
    const loaded = begun.catch(() => undefined)
    const kept: Kept = { loaded, now: undefined }
    this.#kept.set(key, kept)
    kept.now = await loaded
    if (!kept.now && this.#kept.get(key) === kept) this.#kept.delete(key)
  }

  async #avatar({ url, picture }: Vrm): Promise<Standing | undefined> {
    const { script, isSoftware, stand: anybody } = this.#drawing
    const own = picture === undefined ? undefined : ({ kind: 'image', url: picture } as const)
    const stand = await this.#first([own, anybody])
    try {
      const lost = () => {
        Object.assign(standing, { isReplaced: true, ...(stand && { pictured: stand.pictured }) })
        for (const heard of this.#listeners) heard()
      }
      const actor = await openAvatar(script, url, { isSoftware: isSoftware(), lost })
      const standing: Standing = {
        pictured: { kind: 'live', actor },
        close: () => actor.close(),
      }
      return standing
    } catch {
      return stand && { ...stand, isReplaced: true }
    }
  }

  /** The first of these that can be had. */
  async #first(assets: readonly (Flat | undefined)[]): Promise<Loaded | undefined> {
    for (const asset of assets) {
      const loaded = asset && (await loadFlat(asset).catch(() => undefined))
      if (loaded) return loaded
    }
    return undefined
  }
}

const keyOf = (asset_id: string, asset: StageAsset): string =>
  `${asset_id} ${JSON.stringify(asset)}`
