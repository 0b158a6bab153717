import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { ingestApi, MAX_PUSH_BYTES } from '@kaibo/contract/ingest/ingest.api.ts'
import { diskFull, isDiskFull } from '#platform/disk-full.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Ingest } from './ingest.service.ts'
import type { Push } from './push.ts'

/** As much of pushes as may wait for the database. Agents need no bound here: each has one batch under way. */
const MAX_HELD_BYTES = 33_554_432
/** What a push takes up beside its body. */
const REQUEST_BYTES = 16_384
const RETRY_AFTER_S = 5

/** The pushes: their signatures are over the body as it came, so nothing here parses it before they are checked. */
export const ingestPlugin =
  ({ pushed }: Ingest): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_PUSH_BYTES },
      (_request, body, done) => done(null, body),
    )
    let held = 0
    const bounded =
      (push: Push[keyof Push]) => async (request: FastifyRequest, reply: FastifyReply) => {
        if (held > MAX_HELD_BYTES) throw tooMuch(reply)
        const body = bodyOf(request)
        const size = body.length + REQUEST_BYTES
        held += size
        try {
          return ok(await push(request.headers, body))
        } catch (error) {
          throw isDiskFull(error) ? keptNothing(error, request, reply) : error
        } finally {
          held -= size
        }
      }
    const { events, douyin } = ingestApi
    http.post(
      events.path,
      { config: { endpoint: events.name } },
      bounded((...push) => pushed.events(...push)),
    )
    http.post(
      douyin.path,
      { config: { endpoint: douyin.name } },
      bounded((...push) => pushed.douyin(...push)),
    )
  }

/** The sender comes again with it: memory that is used up would cost what has been taken already. */
function tooMuch(reply: FastifyReply): HttpFault {
  reply.header('retry-after', RETRY_AFTER_S)
  return new HttpFault(503, Code.unavailable, '服务繁忙，请稍后重试')
}

/** A sender may look at nothing but the status: it keeps what it has until there is room again. */
function keptNothing(error: unknown, request: FastifyRequest, reply: FastifyReply): HttpFault {
  request.log.error({ err: error }, 'push not kept')
  reply.header('retry-after', RETRY_AFTER_S)
  const { code, message } = diskFull()
  return new HttpFault(503, code, message)
}

const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)
