import { words } from '@kaibo/contract/kernel/words.ts'
import { PUBLISHED_PATH, RESOURCE_PATH } from '@kaibo/contract/voice/voice.paths.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Lease } from '#platform/job.ts'
import type { Outgoing } from '#platform/outgoing/outgoing.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault } from './voice.engine.ts'
import { assertOk, keyOf, under } from './voice.openai.ts'
import * as store from './voice.resource.store.ts'
import type { ResourceFiles } from './voice.resources.ts'
import type { Server } from './voice.server.store.ts'
import { signedHeaders } from './voice.signed.ts'

/** A resource of gigabytes is fetched in this time. */
export const FETCHED_WITHIN_MS = 1_800_000
const LIMITS = { firstByteMs: 60_000, wholeMs: 120_000, maxBytes: 1_048_576 }
const MAX_REF_BYTES = 52_428_800

export interface SendingNeeds {
  outgoing: Pick<Outgoing, 'ask'>
  files: Pick<ResourceFiles, 'open'>
  /** The address at which voice servers reach this server, if it knows. */
  publicUrl: string | undefined
}

/** Brings resources to servers that are asked: they are sent there, or told where to fetch them. */
export function createSending(
  { db, clock, seal }: Platform<Tables>,
  { outgoing, files, publicUrl }: SendingNeeds,
) {
  const signResource = (upload_id: string, until: number): string =>
    seal.sign('voice-resource', `${upload_id} ${until}`)

  /** Whether it stands there now. Where the server fetches it itself, that is told later. */
  async function send(step: store.Step, server: Server, lease: Lease<Tables>): Promise<boolean> {
    // What is read by us stands where our files stand.
    if (step.kind === 'lexicon' || server.provider !== 'openai') return true
    if (server.publish_url !== '') {
      const isFirst = (await sentOf(step)) === undefined
      if (isFirst) await order(step, server, lease)
      return false
    }
    if (step.kind !== 'ref') throw new EngineFault(NO_PUBLISH_URL)
    await sendReference(step, server)
    return true
  }

  const sentOf = async ({ resource_id, server_id, wanted }: store.Step) => {
    const row = await db.query
      .selectFrom('voice_publish')
      .select('error')
      .where('resource_id', '=', resource_id)
      .where('server_id', '=', server_id)
      .where('wanted', '=', wanted)
      .executeTakeFirst()
    return row?.error ?? undefined
  }

  /** Tells the server where to fetch it. */
  async function order(step: store.Step, server: Server, lease: Lease<Tables>): Promise<void> {
    const key = server.api_key_sealed === null ? undefined : seal.open(server.api_key_sealed)
    if (key === undefined) throw new EngineFault(NO_KEY)
    if (publicUrl === undefined) throw new EngineFault(NO_ADDRESS)
    const until = clock.now() + FETCHED_WITHIN_MS
    const query = new URLSearchParams({
      until: String(until),
      signature: signResource(step.upload_id, until),
    })
    const body = JSON.stringify({
      resource_id: step.resource_id,
      server_id: step.server_id,
      name: step.name,
      kind: step.kind,
      version: step.wanted,
      sha256: step.sha256,
      bytes: step.bytes,
      url: `${publicUrl}${RESOURCE_PATH}${step.upload_id}?${query.toString()}`,
      done: `${publicUrl}${PUBLISHED_PATH}`,
    })
    assertOk(
      await outgoing.ask({
        ...LIMITS,
        url: server.publish_url,
        method: 'POST',
        lan: true,
        headers: { 'content-type': 'application/json', ...signedHeaders(body, key, clock.now()) },
        body,
      }),
    )
    await lease.transaction((trx) => store.moved(trx, step, { error: FETCHING }))
  }

  /** As servers take it that copy voices: `POST {base_url}/audio/voices`, a form of name and file. */
  async function sendReference(step: store.Step, server: Server): Promise<void> {
    if (step.bytes > MAX_REF_BYTES) throw new EngineFault(LARGE)
    const file = await files.open(step.upload_id)
    if (!file) throw new EngineFault(GONE)
    const chunks: Buffer[] = []
    for await (const chunk of file as AsyncIterable<Buffer>) chunks.push(chunk)
    const form = new FormData()
    form.set('name', step.name)
    form.set('audio_sample', new Blob([Buffer.concat(chunks)]), `${step.sha256.slice(0, 16)}.wav`)
    const request = new Request('http://form', { method: 'POST', body: form })
    assertOk(
      await outgoing.ask({
        ...LIMITS,
        url: under(server.base_url, 'audio/voices'),
        method: 'POST',
        lan: true,
        headers: {
          'content-type': request.headers.get('content-type') ?? '',
          ...keyOf(seal, server),
        },
        body: Buffer.from(await request.arrayBuffer()),
      }),
    )
  }

  return { send, signResource }
}

const FETCHING = '等待服务器取回'
const NO_PUBLISH_URL = words('服务器没有资源发布地址', 'The server has no address for resources')
const NO_KEY = words('服务器没有接口密钥，无法签名', 'The server has no API key to sign with')
const NO_ADDRESS = words('请先设置KAIBO_PUBLIC_URL', 'Set KAIBO_PUBLIC_URL first')
const GONE = words('资源的文件不在了', 'The file of the resource is gone')
const LARGE = words('参考音频过大', 'The reference audio is too large')
