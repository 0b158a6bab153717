import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from './failure.ts'

type Refusal = readonly [status: number, msg: Words]

/** By the code of Node's error; any other error means that it is no valid HTTP. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    words(
      '请求地址或请求头过长，请减少后重试',
      'The address or the headers are too long; make them shorter',
    ),
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    words('请求内容过大，请减少后重试', 'The request is too large; make it smaller and try again'),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, httpText(408)],
}
const MALFORMED: Refusal = [400, words('请求不符合HTTP格式', 'The request is no valid HTTP')]

/** Answers in the envelope what Node could not read as a request, so that no route and no hook ever sees it. */
export function refuse(
  error: Error & { code?: string },
  socket: Socket,
  request_id: string,
  log: FastifyBaseLogger,
): void {
  const isGone = error.code === 'ECONNRESET' || !socket.writable
  if (isGone || isAnswering(socket)) return void socket.destroy()
  const [status, msg] = REFUSALS[error.code ?? ''] ?? MALFORMED
  log.info({ request_id, status, why: error.code, ip: socket.remoteAddress }, 'refused')
  const body = JSON.stringify({ code: Code.invalid, msg: msg.zh, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${request_id}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Whether a part of another answer has been sent on this socket: ours would be read as the rest of it. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent ?? false

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Throws where Node by itself would answer with an empty body, so that the answer says what is wrong. */
export function assertProper({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion !== '1.1') return
  if (headers.host === undefined)
    throw new HttpFault(400, Code.invalid, words('请求缺少Host头', 'The header Host is missing'))
  const { expect } = headers
  if (expect !== undefined && !CONTINUE.test(expect)) {
    throw new HttpFault(
      417,
      Code.invalid,
      words(
        '请求头Expect只支持100-continue',
        'Of the header Expect only 100-continue is supported',
      ),
    )
  }
}
