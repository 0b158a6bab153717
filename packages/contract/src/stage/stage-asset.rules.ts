import { MOUTHS, type StageAsset } from './scene.schema.ts'

/** A file of an asset: where it is, and what it is. */
export interface StageFile {
  url: string
  type: string
}

type Parts = Readonly<Record<string, StageFile | undefined>>

/** What a stage makes of the parts of an asset; nothing where it can make nothing of them. */
export function stageAssetOf({
  file,
  vrm,
  poster,
  idle,
  speak,
  ...drawn
}: Parts): StageAsset | undefined {
  if (file) return flatOf(file)
  if (vrm) return { kind: 'vrm', url: vrm.url, ...(poster && { picture: poster.url }) }
  if (idle && speak) return { kind: 'loops', idle: idle.url, speak: speak.url }
  const { body, eyes_open: open, eyes_shut: shut } = drawn
  const mouths = MOUTHS.flatMap((mouth) => {
    const part = drawn[`mouth_${mouth}`]
    return part ? [[mouth, part.url] as const] : []
  })
  if (!body || !open || !shut || mouths.length < MOUTHS.length) return undefined
  return {
    kind: 'picture',
    body: body.url,
    eyes: { open: open.url, shut: shut.url },
    mouths: Object.fromEntries(mouths) as Extract<StageAsset, { kind: 'picture' }>['mouths'],
  }
}

function flatOf({ url, type }: StageFile): StageAsset | undefined {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? { kind, url } : undefined
}

/** The same with every address as this makes it. */
export function readdressed(asset: StageAsset, at: (url: string) => string): StageAsset {
  if (asset.kind === 'loops') return { ...asset, idle: at(asset.idle), speak: at(asset.speak) }
  if (asset.kind !== 'picture')
    return 'picture' in asset && asset.picture !== undefined
      ? { ...asset, url: at(asset.url), picture: at(asset.picture) }
      : { ...asset, url: at(asset.url) }
  const mouths = { ...asset.mouths }
  for (const mouth of MOUTHS) mouths[mouth] = at(mouths[mouth])
  const { open, shut } = asset.eyes
  return { kind: 'picture', body: at(asset.body), eyes: { open: at(open), shut: at(shut) }, mouths }
}
