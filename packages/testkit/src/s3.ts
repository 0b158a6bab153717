import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Clock } from '@kaibo/server/platform/clock.ts'
import { partsOf, refusalOf, type Keys } from './s3.signature.ts'

/** An S3-compatible storage of one bucket, in memory: it takes no request that is not signed as AWS asks for. */
export interface TestStorage {
  readonly endpoint: string
  readonly bucket: string
  readonly keys: Keys
  /** What is in the bucket, by key. */
  readonly objects: Map<string, Buffer>
  /** Every later request is answered with this status, until it is `undefined` again. */
  failWith(status: number | undefined): void
  close(): Promise<void>
}

const KEYS: Keys = {
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'secret/of+the/test=storage',
  region: 'cn-test-1',
}

/** It takes both styles of address: the bucket as the beginning of the path, or of the host's name. */
export async function startStorage(clock: Clock): Promise<TestStorage> {
  const bucket = 'kaibo-test'
  const objects = new Map<string, Buffer>()
  let failure: number | undefined
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => reply(request, response, status, body),
      // Who broke off waits for no answer.
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage): Promise<[number, Buffer | string]> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (failure) return [failure, errorOf('InternalError')]
    // What a browser asks before it sends, without a signature.
    if (request.method === 'OPTIONS') return [200, '']
    const body = Buffer.concat(chunks)
    const { method = '', url: target = '', headers } = request
    const signed = { method, target, headers: headers as Record<string, string>, body }
    const refusal = refusalOf(signed, KEYS, clock.now())
    if (refusal) return [403, errorOf(refusal)]
    return perform(method, keyOf(target, headers.host ?? ''), body, headers.range)
  }

  function perform(
    method: string,
    key: string | undefined,
    body: Buffer,
    range?: string,
  ): [number, Buffer | string] {
    if (key === undefined) return [404, errorOf('NoSuchBucket')]
    if (method === 'PUT') objects.set(key, body)
    else if (method === 'DELETE') objects.delete(key)
    else if (method !== 'GET' && method !== 'HEAD') return [405, errorOf('MethodNotAllowed')]
    if (method !== 'GET' && method !== 'HEAD') return [method === 'PUT' ? 200 : 204, '']
    const object = objects.get(key)
    if (!object) return [404, errorOf('NoSuchKey')]
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return from === undefined ? [200, object] : [206, object.subarray(Number(from), Number(to) + 1)]
  }

  function keyOf(target: string, host: string): string | undefined {
    const { path } = partsOf(target)
    if (host.startsWith(`${bucket}.`)) return path.slice(1)
    return path.startsWith(`/${bucket}/`) ? path.slice(bucket.length + 2) : undefined
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    keys: KEYS,
    objects,
    failWith: (status) => void (failure = status),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const errorOf = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

/** With what the bucket's CORS rules would add, so that a page of another origin may put. */
function reply(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: Buffer | string,
): void {
  response.statusCode = status
  const said = {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type',
    ...(typeof body === 'string' && body ? { 'content-type': 'application/xml' } : {}),
  }
  for (const [name, value] of Object.entries(said)) response.setHeader(name, value)
  response.setHeader('content-length', Buffer.byteLength(body))
  response.end(method === 'HEAD' ? undefined : body)
}
