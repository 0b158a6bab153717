import { TOKEN_HEADERS } from '@kaibo/contract/facts/constants.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'

/**
 * Calls that the boot script (app/boot/boot.ts) has made while the code was on its way. Each is taken once, by the first
 * that makes the very same call. It is part of the boot script, and so imports next to nothing.
 */
interface Early {
  answer: Promise<Response>
  /** By performance.now(). */
  at: number
  abort: (reason: unknown) => void
}

/** All that decides what a call answers. */
export interface Asked {
  method: string
  url: URL
  headers: Headers
  body: string | undefined
}

/** An answer that nobody has wanted for so long is not news any more. */
const FRESH_MS = 10_000

const held = globalThis as { kaiboEarly?: Map<string, Early> }

/** Makes the call now, for whoever makes it later. */
export function askEarly(asked: Asked): void {
  const ending = new AbortController()
  const { url, body, ...rest } = asked
  const answer = fetch(url, {
    ...rest,
    signal: ending.signal,
    ...(body === undefined ? {} : { body }),
  })
  // Heard by whoever takes it; if nobody does, nothing has happened.
  answer.catch(() => undefined)
  held.kaiboEarly ??= new Map()
  held.kaiboEarly.set(nameOf(asked), {
    answer,
    at: performance.now(),
    abort: (reason) => ending.abort(reason),
  })
}

/** The answer that is on its way or here already, if this call was made early. */
export function takeEarly(asked: Asked, signal: AbortSignal): Promise<Response> | undefined {
  const name = nameOf(asked)
  const early = held.kaiboEarly?.get(name)
  if (!early) return undefined
  held.kaiboEarly?.delete(name)
  if (performance.now() - early.at > FRESH_MS) return undefined
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

/** Where rights are about to change, what was answered without them is of no use. */
export const forgetEarly = (): void => held.kaiboEarly?.clear()

/** In which order a query is written says nothing. */
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
