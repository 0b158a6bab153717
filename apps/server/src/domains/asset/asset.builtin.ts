import { extname } from 'node:path'
import { AVATAR_SCRIPT, BUILTIN_ASSET_PATH } from '@kaibo/contract/asset/asset.rules.ts'

/** As far as it can be seen in pictures. */
type Seen =
  | { kind: 'image'; url: string }
  | {
      kind: 'picture'
      body: string
      eyes: Readonly<Record<'open', string>>
      mouths: Readonly<Record<'shut', string>>
    }
  | { kind: 'audio'; url: string }
  | { kind: 'vrm'; picture?: string | undefined }
  | { kind: 'video' | 'loops' }

type Files = Readonly<Record<string, string | Uint8Array>>

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.vrm': 'model/gltf-binary',
}

/** What comes with the program, as consoles see it. */
export const builtinAssetsOf = (files: Files, assets: Readonly<Record<string, Seen>>) => ({
  file(path: string) {
    const type = path === AVATAR_SCRIPT ? 'text/javascript; charset=utf-8' : TYPES[extname(path)]
    const body = Object.hasOwn(files, path) ? files[path] : undefined
    return type !== undefined && body !== undefined ? { type, body } : undefined
  },
  sound(asset_id: string): string | undefined {
    const asset = Object.hasOwn(assets, asset_id) ? assets[asset_id] : undefined
    return asset?.kind === 'audio' ? `${BUILTIN_ASSET_PATH}${asset.url}` : undefined
  },
  cover: (asset_id: string): readonly string[] =>
    (Object.hasOwn(assets, asset_id) ? picturesOf(assets[asset_id]) : []).map(
      (path) => `${BUILTIN_ASSET_PATH}${path}`,
    ),
})

function picturesOf(asset: Seen | undefined): string[] {
  if (asset?.kind === 'image') return [asset.url]
  if (asset?.kind === 'vrm' && asset.picture !== undefined) return [asset.picture]
  if (asset?.kind === 'picture') return [asset.body, asset.eyes.open, asset.mouths.shut]
  return []
}
