import {
  MOUTHS,
  type Mouth,
  type StageAsset,
  type StageAssets,
} from '@kaibo/contract/stage/scene.schema.ts'
import type { StageAvatar } from '@kaibo/contract/stage/link.schema.ts'
import type { Pictured } from '@kaibo/scene/paint.ts'
import { openAvatar } from './avatar-door.ts'
import { xiaokai } from './xiaokai.ts'

/** How avatars are drawn here. */
export interface Drawing {
  /** No graphics card. */
  isSoftware: boolean
}

interface Loaded {
  /** What it was loaded from: loaded once for as long as scenes need it. */
  from: string
  pictured: Pictured
  /** A picture stands in for an avatar that cannot be drawn. */
  isReplaced: boolean
  close: () => void
}

/** The pictures of scenes. */
export class Pictures {
  readonly #drawing: Drawing
  #loaded = new Map<string, Loaded>()

  constructor(drawing: Drawing) {
    this.#drawing = drawing
  }

  /** All of a scene, decoded. One that cannot be had is left out. What an earlier one needed stays until `keep`. */
  async of(assets: StageAssets): Promise<Map<string, Loaded>> {
    const found = await Promise.all(
      Object.entries(assets).map(async ([id, asset]) => {
        const from = JSON.stringify(asset)
        const known = this.#loaded.get(id)
        return [id, known?.from === from ? known : await this.#load(asset, from)] as const
      }),
    )
    return new Map(found.flatMap(([id, one]) => (one ? [[id, one] as const] : [])))
  }

  /** The scene that shows from now on. */
  keep(loaded: Map<string, Loaded>): void {
    const stays = new Set(loaded.values())
    for (const one of this.#loaded.values()) if (!stays.has(one)) one.close()
    this.#loaded = loaded
  }

  /** How avatars of the scene are drawn; nothing where it has none. */
  get avatar(): StageAvatar | undefined {
    const all = [...this.#loaded.values()]
    if (all.some(({ isReplaced }) => isReplaced)) return 'failed'
    if (!all.some(({ pictured }) => pictured.kind === 'live')) return undefined
    return this.#drawing.isSoftware ? 'software' : 'card'
  }

  async #load(asset: StageAsset, from: string): Promise<Loaded | undefined> {
    if (asset.kind === 'vrm') return this.#avatar(asset, from)
    const pictured = await picturedOf(asset)
    return pictured && { from, pictured, isReplaced: false, close: () => {} }
  }

  async #avatar(
    { url, picture }: Extract<StageAsset, { kind: 'vrm' }>,
    from: string,
  ): Promise<Loaded | undefined> {
    const stand =
      (picture === undefined ? undefined : await picturedOf({ kind: 'image', url: picture })) ??
      (await picturedOf(xiaokai))
    const instead = { isReplaced: true, ...(stand && { pictured: stand }) }
    try {
      const lost = () => void Object.assign(loaded, instead)
      const actor = await openAvatar(url, { ...this.#drawing, lost })
      const pictured = { kind: 'live', actor } as const
      const loaded: Loaded = { from, pictured, isReplaced: false, close: () => actor.close() }
      return loaded
    } catch {
      return stand && { from, pictured: stand, isReplaced: true, close: () => {} }
    }
  }
}

async function picturedOf(asset: StageAsset): Promise<Pictured | undefined> {
  try {
    if (asset.kind === 'image') return flatOf(await decoded(asset.url))
    if (asset.kind !== 'picture') return undefined
    const [body, open, shut, ...mouths] = await Promise.all(
      [asset.body, asset.eyes.open, asset.eyes.shut, ...MOUTHS.map((one) => asset.mouths[one])].map(
        decoded,
      ),
    )
    if (!body || !open || !shut) return undefined
    return { kind: 'actor', body, eyes: { open, shut }, mouths: byMouth(mouths) }
  } catch {
    return undefined
  }
}

const flatOf = (picture: HTMLImageElement): Pictured => {
  const { naturalWidth: width, naturalHeight: height } = picture
  return { kind: 'flat', picture, width, height }
}

const byMouth = (pictures: readonly HTMLImageElement[]) =>
  Object.fromEntries(MOUTHS.map((mouth, index) => [mouth, pictures[index]])) as Record<
    Mouth,
    HTMLImageElement
  >

async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}
