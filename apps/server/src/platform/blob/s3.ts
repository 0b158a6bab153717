import { words } from '@kaibo/contract/kernel/words.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '../clock.ts'
import { fault } from '../fault.ts'
import type { ByteRange } from '../http/range.ts'
import { plainKey, type BlobStore, type KnownContent } from './blob.ts'

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

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'

interface Content extends KnownContent {
  stream?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  body?: Buffer<ArrayBuffer>
}

interface Asked {
  content?: Content
  range?: ByteRange | undefined
}

const RETRIES = 2
const ANSWER_MS = 30_000
/** For a file that is sent piece by piece. */
const STREAM_MS = 600_000
const PAUSE_MS = 200

/** Objects of one bucket, signed with AWS Signature Version 4. */
export function createS3Blobs(settings: S3Settings, { clock, log }: Deps): BlobStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  })
  const bucket = bucketUrl(settings)
  const urlOf = (key: string) => new URL(plainKey(key), bucket)
  const datetime = () => new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')

  async function send(method: Method, key: string, asked: Asked = {}): Promise<Response> {
    const { content, range } = asked
    // Only until it answers: what it sends then takes as long as its reader
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), content?.stream ? STREAM_MS : ANSWER_MS)
    const signed = await client.sign(urlOf(key).href, {
      method,
      headers: {
        'x-amz-content-sha256': content?.sha256 ?? EMPTY,
        ...(range && { range: `bytes=${range.first}-${range.last}` }),
        ...(content && { 'content-length': String(content.bytes) }),
      },
      aws: { datetime: datetime() },
    })
    const answer = await answerTo(signed, content, late.signal)
      .catch((err: unknown) => {
        log.error({ err, method, key }, 's3')
        throw noAnswer()
      })
      .finally(() => clearTimeout(timer))
    const { ok, status } = answer
    // One that knows no ranges would send other bytes than were asked for
    if ((ok && (!range || status === 206)) || status === 404) return answer
    const reason = /<Code>(\w+)<\/Code>/.exec(method === 'HEAD' ? '' : await answer.text())?.[1]
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
    async write(key, chunks, known) {
      const content = known ? { ...known, stream: chunks } : await inMemory(chunks)
      const { status, body } = await send('PUT', key, { content })
      await body?.cancel()
      if (status === 404) throw refused()
    },
    async read(key, range) {
      const { status, body } = await send('GET', key, { range })
      if (status !== 404 && body) return Readable.from(body)
      await body?.cancel()
      return undefined
    },
    async size(key) {
      const { status, headers } = await send('HEAD', key)
      return status === 404 ? undefined : Number(headers.get('content-length'))
    },
    async remove(key) {
      const { body } = await send('DELETE', key)
      await body?.cancel()
    },
  }
}

/** A small body is sent again where the storage was not there; one that is read as it is sent cannot be. */
async function answerTo(
  { url, method, headers }: Request,
  content: Content | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { stream, body } = content ?? {}
  if (stream) {
    const streamed = {
      method,
      headers,
      signal,
      body: Readable.toWeb(Readable.from(stream)),
      duplex: 'half',
    }
    return fetch(url, streamed as RequestInit)
  }
  for (let left = RETRIES; ; left--) {
    const answer = await fetch(url, { method, headers, signal, ...(body && { body }) }).catch(
      (error: unknown) => {
        if (left === 0 || signal.aborted) throw error
        return undefined
      },
    )
    if (answer && (answer.status < 500 || left === 0)) return answer
    await answer?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (RETRIES - left + 1)))
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

async function inMemory(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Content> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const body = Buffer.concat(parts)
  return { body, bytes: body.length, sha256: hashOf(body) }
}

const hashOf = (body: Buffer | '') => createHash('sha256').update(body).digest('hex')
const EMPTY = hashOf('')
