import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SHA256, type PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { contentTypeOf } from '#local/content-type.ts'
import type { Door } from '#local/local-server.ts'

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'vrm',
}

/** Where pages of this PC get a file that is in the cache: the same address for the same content. Nothing for what no page shows. */
export function localUrl({
  sha256,
  type,
}: Pick<PackedFile, 'sha256' | 'type'>): string | undefined {
  const ending = ENDINGS[type]
  return ending && SHA256.test(sha256) ? `/asset/${sha256}.${ending}` : undefined
}

/** Serves the files of the cache to pages of this PC, whole or a range: videos are read so. */
export const assetDoor = (folder: string): Door => ({
  async request([name = '', more], request, response) {
    const [sha256 = ''] = name.split('.')
    const type = contentTypeOf(name)
    if (more !== undefined || !SHA256.test(sha256) || type === undefined)
      return response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end()
    return send({ path: join(folder, sha256), type }, request, response)
  },
})

async function send(
  { path, type }: { path: string; type: string },
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const bytes = (await stat(path).catch(() => undefined))?.size
  if (bytes === undefined) return response.writeHead(404).end()
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = from === '' ? 0 : Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (start > end) return response.writeHead(416, { 'content-range': `bytes */${bytes}` }).end()
  response.writeHead(from === '' ? 200 : 206, {
    'content-type': type,
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    // What is at this address never changes
    'cache-control': 'private, max-age=31536000, immutable',
    ...(from !== '' && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
  })
  if (method === 'HEAD') return response.end()
  return pipeline(createReadStream(path, { start, end }), response).catch(() => {
    // The page has heard or seen enough of it
    response.destroy()
  })
}
