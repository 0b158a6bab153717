import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { words } from '@kaibo/contract/kernel/words.ts'
import { faultOf, OutgoingFault } from './outgoing.fault.ts'
import { portOf, targetOf, type Reach, type Target, type TargetNeeds } from './target.ts'

export interface Limits {
  /** Until the first byte of the answer's body, and until its last. */
  firstByteMs: number
  wholeMs: number
  maxBytes: number
}

export interface Outbound extends Reach, Limits {
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
  /** How many redirects are followed, each checked like the first address; none by default, and none of a POST. */
  redirects?: number
  signal?: AbortSignal
}

export interface Inbound {
  status: number
  type: string
  body: Buffer
  /** Until the first byte of the body. */
  first_ms: number
}

/** Takes a piece of the body, of an answer with this status. */
type Take = (chunk: Buffer, status: number) => Promise<void> | void

/** The one door for every address that an operator gives: it says where it may lead, and how long and how large an answer is. */
export interface Outgoing {
  ask(wanted: Outbound): Promise<Inbound>
  /** The same, handing the body on as it comes: what is too large for the memory. */
  pull(wanted: Outbound, take: Take): Promise<Omit<Inbound, 'body'>>
  close(): void
}

export interface OutgoingOptions extends Pick<TargetNeeds, 'ownPorts' | 'localPorts'> {
  resolve?: TargetNeeds['resolve']
  /** What opens the sockets of each scheme. */
  agents?: Readonly<Record<'http:' | 'https:', HttpAgent>>
}

const IDLE_MS = 4_000
/** Sockets are kept by IP address and server name: what was checked is what is used again. */
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 32 }

export function createOutgoing({
  ownPorts,
  localPorts,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
  agents = { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent(KEPT) },
}: OutgoingOptions): Outgoing {
  const needs: TargetNeeds = { ownPorts, localPorts, resolve }

  async function send(
    target: Target,
    wanted: Outbound,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const request = begin(target, wanted, signal)
    try {
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      return answer
    } catch (error) {
      // A kept socket that the other side closed meanwhile: nothing was answered on it.
      const isStale = request.reusedSocket && isReset(error)
      if (!isStale || signal.aborted) throw error
      return send(target, wanted, signal)
    }
  }

  function begin(target: Target, wanted: Outbound, signal: AbortSignal): ClientRequest {
    const { url, ip, family } = target
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isTls = url.protocol === 'https:'
    const body = wanted.body === undefined ? undefined : Buffer.from(wanted.body)
    const request = (isTls ? httpsRequest : httpRequest)({
      host: ip,
      family,
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      method: wanted.method,
      agent: isTls ? agents['https:'] : agents['http:'],
      ...(isTls && isIP(host) === 0 && { servername: host }),
      headers: {
        'user-agent': 'Kaibo',
        'accept-encoding': 'identity',
        ...wanted.headers,
        host: url.host,
        ...(body && { 'content-length': String(body.length) }),
      },
      signal,
    })
    // Told once more where the answer has begun: its reader hears of it.
    request.on('error', () => {})
    request.end(body)
    return request
  }

  async function follow(wanted: Outbound, signal: AbortSignal): Promise<IncomingMessage> {
    let { url } = wanted
    for (let left = wanted.method === 'GET' ? (wanted.redirects ?? 0) : 0; ; left -= 1) {
      const target = await targetOf(url, wanted, needs)
      signal.throwIfAborted()
      const answer = await send(target, wanted, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode < 300 || statusCode > 399 || statusCode === 304) return answer
      answer.destroy()
      if (left <= 0 || headers.location === undefined)
        throw new OutgoingFault('redirect', wanted.redirects ? TOO_MANY : undefined)
      url = new URL(headers.location, target.url).href
    }
  }

  async function pull(wanted: Outbound, take: Take): Promise<Omit<Inbound, 'body'>> {
    const { firstByteMs, wholeMs, maxBytes, signal: callers } = wanted
    const began = performance.now()
    const ending = new AbortController()
    const late = () => ending.abort(new OutgoingFault('late'))
    const timers = [setTimeout(late, wholeMs), setTimeout(late, firstByteMs)]
    const gone = () => ending.abort(callers?.reason)
    callers?.addEventListener('abort', gone, { once: true })
    let first_ms: number | undefined
    let bytes = 0
    const work = async () => {
      callers?.throwIfAborted()
      const answer = await follow(wanted, ending.signal)
      const { statusCode: status = 0 } = answer
      if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
        answer.destroy()
        throw new OutgoingFault('large')
      }
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (first_ms === undefined) {
          first_ms = performance.now() - began
          clearTimeout(timers[1])
        }
        bytes += chunk.length
        if (bytes > maxBytes) throw new OutgoingFault('large')
        await take(chunk, status)
      }
      // Broken off in the middle, which is no error of the stream where no length was announced.
      if (!answer.complete) throw new OutgoingFault('broken')
      return {
        status,
        type: (answer.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
        first_ms: Math.round(first_ms ?? performance.now() - began),
      }
    }
    try {
      // A name that is looked up cannot be ended, only left.
      return await Promise.race([work(), aborted(ending.signal)])
    } catch (error) {
      const why: unknown = ending.signal.aborted ? ending.signal.reason : error
      ending.abort()
      throw callers?.aborted ? why : faultOf(why)
    } finally {
      for (const timer of timers) clearTimeout(timer)
      callers?.removeEventListener('abort', gone)
    }
  }

  return {
    pull,
    async ask(wanted) {
      const chunks: Buffer[] = []
      const answer = await pull(wanted, (chunk) => void chunks.push(chunk))
      return { ...answer, body: Buffer.concat(chunks) }
    },
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

const TOO_MANY = words('转址次数过多', 'It redirects too many times')

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
