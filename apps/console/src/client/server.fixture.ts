import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, vi } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'

/** A call, as the server hears it. */
export interface Asked<Body = unknown> {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** JSON is read, any other type is its text; `undefined` where nothing was sent. */
  body: Body
}

/** A server for the tests of a file, at the origin of their window. A response may be kept and answered later. */
export function serve<Body = unknown>(
  hear: (asked: Asked<Body>, response: ServerResponse) => void,
): void {
  const server = createServer((request, response) => {
    const { method = '', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    // It has no live channel (`live.fixture.ts` has).
    if (pathname === wsInfoApi.wsInfo.path) return reply(response, { code: Code.internal })
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const body = bodyOf(text, headers) as Body
      hear({ method, path: pathname, query: searchParams, headers, body }, response)
    })
  })
  keepQuietAboutCuts()
  beforeAll(() => listen(server))
  afterAll(() => shut(server))
}

/** Answers in the wire's envelope; what is not said is that of a success without data. */
export function reply(
  response: ServerResponse | undefined,
  { code = Code.ok, msg = '', data = null }: Partial<Envelope>,
): void {
  if (!response) throw new Error('nobody waits for this answer')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code, msg, data }))
}

export async function listen(server: Server): Promise<void> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

export async function shut(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

function bodyOf(text: string, headers: IncomingHttpHeaders): unknown {
  if (text === '') return undefined
  return headers['content-type'] === 'application/json' ? JSON.parse(text) : text
}

/**
 * happy-dom writes a stack for every connection that is cut before the answer, be it by the test or by a caller that gave
 * up. The call fails all the same, and that is what tests look at.
 */
function keepQuietAboutCuts(): void {
  const { error } = console
  beforeAll(() => {
    vi.spyOn(console, 'error').mockImplementation((...said) => {
      if (!isCut(said[0])) error(...said)
    })
  })
}

const isCut = (said: unknown) =>
  said instanceof Error && 'code' in said && said.code === 'ECONNRESET'
