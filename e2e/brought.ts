import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import type { AssetSave } from '@kaibo/contract/asset/asset.schema.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import type { ConsolePage } from '@kaibo/testkit/browser.ts'
import type { World } from './world.ts'

/** What somebody brings: how it is called, and its files by the names of its parts. */
interface Brought extends Pick<AssetSave, 'kind' | 'name'> {
  parts: Record<string, { kind: UploadKind; type: string; bytes: Buffer }>
}

/** Uploads the files of an asset and saves it; answers its id and those of the files. */
export async function bring({ admin, server }: World, { kind, name, parts }: Brought) {
  const files: Record<string, { upload_id: string }> = {}
  for (const [part, { bytes, ...of }] of Object.entries(parts)) {
    const filename = `${name}.${of.type.split('/')[1]}`
    const ticket = await admin.call(uploadApi.preUrl, { ...of, filename, size: bytes.length })
    const { url, headers, upload_id } = ticket
    const body = new Uint8Array(bytes)
    await fetch(new URL(url, server.url), { method: 'PUT', headers, body })
    await admin.call(uploadApi.complete, { upload_id })
    files[part] = { upload_id }
  }
  const { asset_id } = await admin.call(assetApi.save, { kind, name, parts: files })
  return { asset_id, uploads: Object.values(files).map(({ upload_id }) => upload_id) }
}

/** A picture of one colour, as a browser makes it. */
export async function plainPicture(page: ConsolePage, colour: string) {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 270
    canvas.height = 480
    const ctx = canvas.getContext('2d')
    if (ctx) ctx.fillStyle = fill
    ctx?.fillRect(0, 0, 270, 480)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, colour)
  return { kind: 'picture', type: 'image/png', bytes: Buffer.from(base64, 'base64') } as const
}
