import { TOKEN_HEADERS } from '@kaibo/contract/facts/constants.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'

/**
 * Calls that the boot script (app/boot/boot.ts) makes while the code is loading. Each answer is used once, by the first
 * identical call. Part of the boot script, so it imports almost nothing.
 */
interface Early {
  answer: Promise<Response>
  /** What a successful answer says, once it has arrived whole. */
  text?: string
  /** By performance.now(). */
  at: number
  abort: (reason: unknown) => void
}

/** Everything that the answer depends on. */
export interface Asked {
  method: string
  url: URL
  headers: Headers
  body: string | undefined
}

/** An unused answer older than this is stale. */
const FRESH_MS = 10_000

const held = globalThis as { kaiboEarly?: Map<string, Early> }

const isFresh = ({ at }: Early): boolean => performance.now() - at <= FRESH_MS

/** Sends the call now; `takeEarly` hands its answer to the code that asks later. */
export function askEarly(asked: Asked): void {
  const ending = new AbortController()
  const { url, body, ...rest } = asked
  const answer = fetch(url, {
    ...rest,
    signal: ending.signal,
    ...(body === undefined ? {} : { body }),
  })
  const early: Early = {
    answer: answer.then(readWhole),
    at: performance.now(),
    abort: (reason) => ending.abort(reason),
  }
  async function readWhole(response: Response): Promise<Response> {
    const { ok, status, headers } = response
    const text = await response.text()
    if (ok) early.text = text
    return new Response(text || null, { status, headers })
  }
  // Handled by the caller that takes it; without one, the rejection is ignored.
  early.answer.catch(() => undefined)
  held.kaiboEarly ??= new Map()
  held.kaiboEarly.set(nameOf(asked), early)
}

/** Resolves when all that was asked early has been answered, or could not be. */
export async function earlyAnswered(): Promise<void> {
  await Promise.allSettled([...(held.kaiboEarly?.values() ?? [])].map(({ answer }) => answer))
}

/** The body of the answer, if this call was sent early and has been answered by now; it stays until it is taken. */
export function earlyText(asked: Asked): { text: string; take: () => void } | undefined {
  const name = nameOf(asked)
  const early = held.kaiboEarly?.get(name)
  if (early?.text === undefined || !isFresh(early)) return undefined
  return { text: early.text, take: () => held.kaiboEarly?.delete(name) }
}

/** The answer, or its promise, if this call was sent early. */
export function takeEarly(asked: Asked, signal: AbortSignal): Promise<Response> | undefined {
  const name = nameOf(asked)
  const early = held.kaiboEarly?.get(name)
  if (!early) return undefined
  held.kaiboEarly?.delete(name)
  if (!isFresh(early)) return undefined
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      early.abort(signal.reason)
      reject(signal.reason)
    }
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    early.answer.then(resolve, reject)
  })
}

/** Drops all early answers: they were given without the rights that the login is about to get. */
export const forgetEarly = (): void => held.kaiboEarly?.clear()

/** The order of query parameters does not matter. */
function nameOf({ method, url, headers, body = '' }: Asked): string {
  const query = new URLSearchParams(url.search)
  query.sort()
  return JSON.stringify([method, url.pathname, `${query}`, [...headers], body])
}

/** What every call carries: who asks, in which language, and as which group. */
export function headersOf({ token, language, viewAs, hasBody }: Asker): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': language })
  if (token) {
    headers.set(TOKEN_HEADERS.authorization, `Bearer ${token}`)
    headers.set(TOKEN_HEADERS.token, token)
    if (viewAs) headers.set(VIEW_AS_HEADER, viewAs)
  }
  if (hasBody) headers.set('content-type', 'application/json')
  return headers
}

interface Asker {
  token: string | null
  language: string
  viewAs: string | undefined
  hasBody: boolean
}
