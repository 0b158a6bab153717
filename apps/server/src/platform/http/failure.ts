import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { isAway } from '../db/away.ts'
import { isLocked } from '../db/db.ts'
import { diskFull, isDiskFull } from '../disk-full.ts'
import { fault, Fault, invalid } from '../fault.ts'
import { langOf } from './lang.ts'

/** `Retry-After` of a 503 that names no other time. */
const RETRY_AFTER_S = 5

/** A fault of the transport (413, 429, 5xx, 404, 405): the only ones with a status other than 200. */
export class HttpFault extends Fault {
  constructor(
    readonly status: number,
    code: Code,
    words: Words,
    data: unknown = null,
    readonly retryAfterS: number = RETRY_AFTER_S,
  ) {
    super(code, words, data)
  }
}

/** Thrown where a call still waits while the server ends. What it has begun goes on, so it is none that was refused. */
export class ServerEnds extends Error {}

/** Our answers to what Fastify refuses before a handler runs. */
const REFUSED: Readonly<Record<string, Fault>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: invalid({
    '': words('请求格式不支持，请使用JSON或表单格式', 'Format not supported; send JSON or a form'),
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: invalid({
    '': words('请求内容为空，请填写后重试', 'The request is empty; fill it in and try again'),
  }),
  FST_ERR_CTP_INVALID_JSON_BODY: invalid({
    '': words('请求内容不是有效的JSON', 'The request is no valid JSON'),
  }),
  FST_ERR_BAD_URL: new HttpFault(
    400,
    Code.invalid,
    words('请求地址不正确', 'The address is not valid'),
  ),
  FST_ERR_MAX_PARAM_LENGTH: new HttpFault(404, Code.notFound, httpText(404)),
}

/** Every error becomes an envelope; an unexpected one becomes 5000 with the request's id, by which the logs show it. */
export function answerFailures(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = knownOf(error)
    if (known) return sendFault(reply, known)
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      const { statusCode } = error
      return sendFault(reply, new HttpFault(statusCode, Code.invalid, httpText(statusCode)))
    }
    request.log.error({ err: error, endpoint: request.routeOptions.config.endpoint }, 'failed')
    return sendFault(reply, wantOf(error) ?? internal(request))
  })
}

function knownOf(error: FastifyError): Fault | undefined {
  if (error instanceof Fault) return error
  return error instanceof ServerEnds ? serverEnds() : REFUSED[error.code]
}

/** To what is under way when the server ends, and has not been answered yet. */
const serverEnds = () =>
  new HttpFault(
    503,
    Code.unavailable,
    words(
      '服务正在重启，这一步可能已经生效，请稍后查看',
      'The service is restarting; this may have been done: look again in a moment',
    ),
  )

/** Answers a request that is still under way. */
export const answerServerEnds = (reply: FastifyReply): FastifyReply =>
  sendFault(reply, serverEnds())

/** The same for an address that leads to no route at all, for which Fastify does not call the error handler. */
export function answerBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Nor the hook that sets these for every other answer.
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  void sendFault(reply, REFUSED[error.code] ?? internal(request))
}

/** The answer to a write that failed for want of disk space or because the database is locked; undefined for other errors. */
export function wantOf(error: unknown): Fault | undefined {
  if (isDiskFull(error)) return diskFull()
  if (isAway(error)) return databaseAway()
  return isLocked(error)
    ? fault(
        Code.unavailable,
        words('服务繁忙，请稍后重试', 'The service is busy; try again in a moment'),
      )
    : undefined
}

/** For a call that cannot be answered without the database; it comes again by itself, or a person does. */
export const databaseAway = () =>
  new HttpFault(
    503,
    Code.unavailable,
    words('数据库暂时不可用，请稍后重试', 'The database is away for a moment; try again shortly'),
  )

const internal = (request: FastifyRequest) =>
  new HttpFault(
    500,
    Code.internal,
    words('服务器错误，请稍后重试', 'Server error; try again later'),
    { trace_id: request.id },
  )

function envelopeOf({ code, words, data, fields }: Fault, lang: Lang) {
  if (!fields) return { code, msg: words[lang], data }
  const texts = Object.entries(fields).map(([path, message]) => [path, message[lang]])
  return { code, msg: words[lang], data: { fields: Object.fromEntries(texts) as object } }
}

const OK = { status: 200, retryAfterS: 0 }

function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  reply.request.outcome = fault.code
  const { status, retryAfterS } = fault instanceof HttpFault ? fault : OK
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterS)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(envelopeOf(fault, langOf(reply.request.headers)))
}
