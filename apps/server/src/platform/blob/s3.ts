import { words } from '@kaibo/contract/kernel/words.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '../clock.ts'
import { fault } from '../fault.ts'
import type { ByteRange } from '../http/range.ts'
import { plainKey, type BlobStore } from './blob.ts'

export interface S3Settings {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly pathStyle: boolean
}

interface Deps {
  clock: Clock
  log: Logger
}

type Method = 'GET' | 'PUT' | 'DELETE'

const RETRIES = 2
const ANSWER_MS = 30_000

/** Objects of one bucket, signed with AWS Signature Version 4. */
export function createS3Blobs(settings: S3Settings, { clock, log }: Deps): BlobStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  })
  const bucket = bucketUrl(settings)
  const urlOf = (key: string) => new URL(plainKey(key), bucket)
  const datetime = () => new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')

  async function send(
    method: Method,
    key: string,
    { body, range }: { body?: Buffer<ArrayBuffer>; range?: ByteRange | undefined } = {},
  ): Promise<Response> {
    const answer = await client
      .fetch(urlOf(key).href, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          'x-amz-content-sha256': sha256(body ?? ''),
          ...(range && { range: `bytes=${range.first}-${range.last}` }),
        },
        ...(body ? { body } : {}),
        aws: { datetime: datetime() },
      })
      .catch((err: unknown) => {
        log.error({ err, method, key }, 's3')
        throw noAnswer()
      })
    const { ok, status } = answer
    if (ok || status === 404) return answer
    const reason = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]
    log.error({ status, reason, method, key }, 's3')
    throw status >= 500 ? noAnswer() : refused()
  }

  return {
    storage: 's3',
    origin: bucket.origin,
    async presign(key, { bytes, type, seconds }) {
      const url = urlOf(key)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const { url: signed } = await client.sign(url.href, {
        method: 'PUT',
        headers: { 'content-type': type, 'content-length': String(bytes) },
        // Else both would stay unsigned, and any length and type would be taken.
        aws: { signQuery: true, allHeaders: true, datetime: datetime() },
      })
      return { url: signed, headers: { 'content-type': type } }
    },
    async write(key, chunks) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      const { status } = await send('PUT', key, { body: Buffer.concat(parts) })
      if (status === 404) throw refused()
    },
    async read(key, range) {
      const { status, body } = await send('GET', key, { range })
      return status === 404 || !body ? undefined : Readable.from(body)
    },
    async remove(key) {
      await send('DELETE', key)
    },
  }
}

const noAnswer = () =>
  fault(
    Code.noAnswer,
    words('文件存储没有响应，请稍后重试', 'The file storage does not answer; try again later'),
  )
const refused = () =>
  fault(
    Code.internal,
    words(
      '文件存储拒绝了请求，请联系管理员检查S3设置',
      'The file storage refused; ask an administrator to check the S3 settings',
    ),
  )

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint)
  if (pathStyle) url.pathname = `/${bucket}/`
  else url.hostname = `${bucket}.${url.hostname}`
  return url
}

const sha256 = (body: Buffer | '') => createHash('sha256').update(body).digest('hex')
