import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { ResourceKind } from '@kaibo/contract/voice/voice.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor } from '#platform/auth/actor.ts'
import { startBeat } from '#platform/beat.ts'
import { hold } from '#platform/db/hold.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { OutgoingFault } from '#platform/outgoing/outgoing.fault.ts'
import type { Outgoing } from '#platform/outgoing/outgoing.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault, saidOf } from './voice.engine.ts'
import { FETCH_ENDED } from './voice.fetching.ts'
import * as store from './voice.resource.store.ts'
import type { ResourceFiles, Resources } from './voice.resources.ts'

const SAY_EVERY_MS = 2_000
/** The first byte before the one who keeps the file calls it slow; the last while what was begun is not collected yet. */
const LIMITS = { firstByteMs: 20_000, wholeMs: 3_000_000 }
const REACH = { lan: false, strict: true, redirects: 5 }
const TYPE = 'application/x-bzip2'
const MAX_NAME = 100

interface Fetch {
  resource_id: string
  server_id: string
  url: string
  /** Who wants it. */
  uid: string
}

interface FetchNeeds {
  outgoing: Pick<Outgoing, 'pull'>
  files: Pick<ResourceFiles, 'config' | 'take' | 'drop'>
  resources: Pick<Resources, 'fill'>
}

/**
 * Models that this server fetches from where they are released. The address, which may be signed, is nowhere kept: a fetch that ends with
 * its server has failed, and publishing says so.
 */
export function createFetches(platform: Platform<Tables>, needs: FetchNeeds) {
  const { db, clock, live, log } = platform
  const tellLists = live.list(voiceApi.resources)
  const running = new Set<Promise<void>>()
  const ending = new AbortController()

  async function run(fetch: Fetch): Promise<void> {
    const { resource_id } = fetch
    let bytes = 0
    const told = () => tellLists(visitor, { id: resource_id })
    const unsaid = (err: unknown) => log.warn({ err, resource_id }, 'how far a model is fetched')
    const saying = startBeat(
      SAY_EVERY_MS,
      async () => {
        await db.transaction((trx) => store.fetchGoesOn(trx, fetch, bytes, clock.now()))
        told()
      },
      unsaid,
    )
    try {
      await filled(fetch, await archive(fetch, (more) => (bytes += more)))
    } catch (error) {
      await failed(fetch, error)
    } finally {
      await saying.stop()
      told()
    }
  }

  /** Fetches it into where files that people send are kept, and answers what it is called there. */
  async function archive({ url, uid }: Fetch, came: (bytes: number) => void): Promise<string> {
    const body = new PassThrough()
    // Whoever reads it hears of it, also where nobody reads yet
    body.on('error', () => {})
    const left = new AbortController()
    const signal = AbortSignal.any([ending.signal, left.signal])
    const pulling = pull(url, body, signal, came).catch((error: unknown) => {
      body.destroy(new Error('not fetched'))
      throw error
    })
    const keeping = needs.files
      .take({ uid }, ['model'], { filename: fileNameOf(url), type: TYPE, body })
      .catch((error: unknown) => {
        const isSlow = error instanceof HttpFault && error.status === 408
        const why = isSlow ? new EngineFault(SLOW) : error
        left.abort(why)
        throw why
      })
    const [pulled, kept] = await Promise.allSettled([pulling, keeping])
    // Where both failed the first is why: the other was left then
    if (pulled.status === 'rejected') throw pulled.reason
    if (kept.status === 'rejected') throw kept.reason
    return kept.value.upload_id
  }

  async function pull(
    url: string,
    body: PassThrough,
    signal: AbortSignal,
    came: (bytes: number) => void,
  ): Promise<void> {
    const maxBytes = needs.files.config().kinds.model.max_bytes
    const { status } = await needs.outgoing.pull(
      { ...LIMITS, ...REACH, maxBytes, url, method: 'GET', signal },
      async (chunk, now) => {
        assertFound(now)
        came(chunk.length)
        if (!body.write(chunk)) await once(body, 'drain', { signal })
      },
    )
    // Also where it has no body
    assertFound(status)
    body.end()
  }

  /** It has its file now, and goes the way of one that was uploaded. */
  async function filled(fetch: Fetch, upload_id: string): Promise<void> {
    const { resource_id, uid } = fetch
    const isWanted = await db.transaction(async (trx) => {
      await hold(trx, 'voice_resource', 'resource_id', resource_id)
      if (!(await store.moveFetching(trx, fetch, { state: 'wait', at: clock.now() }))) return false
      const { model: kind } = ResourceKind
      await needs.resources.fill(trx, { uid }, { resource_id, kind, upload_id })
      return true
    })
    if (!isWanted) await needs.files.drop(upload_id)
  }

  async function failed(fetch: Fetch, error: unknown): Promise<void> {
    const { resource_id } = fetch
    const said = saidOf(error)
    if (!said) log.error({ err: error, resource_id }, 'a model was not fetched')
    const to = { state: 'failed', error: (said ?? BROKEN).zh, at: clock.now() } as const
    await db.transaction((trx) => store.moveFetching(trx, fetch, to))
  }

  return {
    begin(fetch: Fetch): void {
      const one = run(fetch)
        .catch((err: unknown) => log.error({ err }, 'a model that was not fetched is not said so'))
        .finally(() => running.delete(one))
      running.add(one)
    },
    /** Those under way have failed. */
    async close(): Promise<void> {
      ending.abort(new EngineFault(FETCH_ENDED))
      await Promise.all(running)
    },
  }
}

export type Fetches = ReturnType<typeof createFetches>

/** Nothing else of the answer is told, whoever gave it. */
function assertFound(status: number): void {
  if (status !== 200) throw new OutgoingFault('refused', answered(status))
}

/** By what refusals name it. */
const fileNameOf = (url: string): string =>
  (new URL(url).pathname.split('/').at(-1) ?? '').slice(-MAX_NAME)

const answered = (status: number): Words =>
  words(`模型地址应答${status}`, `The model’s address answered ${status}`)
const SLOW = words('下载太慢，30秒内平均不到64 kB/s', 'Too slow: under 64 kB/s over 30 seconds')
const BROKEN = words('取回模型时出错', 'Fetching the model failed')
