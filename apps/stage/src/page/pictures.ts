import {
  MOUTHS,
  type Mouth,
  type StageAsset,
  type StageAssets,
} from '@kaibo/contract/stage/scene.schema.ts'
import type { Pictured } from '@kaibo/scene/paint.ts'

/** Pictures are there, decoded, before a scene that needs them is shown. One that cannot be had is left out. */
export async function picturesOf(assets: StageAssets): Promise<Map<string, Pictured>> {
  const found = await Promise.all(
    Object.entries(assets).map(async ([id, asset]) => [id, await picturedOf(asset)] as const),
  )
  const there = new Map<string, Pictured>()
  for (const [id, pictured] of found) if (pictured) there.set(id, pictured)
  return there
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
