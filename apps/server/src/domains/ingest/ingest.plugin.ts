import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { ingestApi } from '@kaibo/contract/ingest/ingest.api.ts'
import { fault, type Fault } from '#platform/fault.ts'
import { HttpFault, wantOf } from '#platform/http/failure.ts'
import type { Ingest } from './ingest.service.ts'
import type { Push } from './push.ts'

/**
 * The most memory of pushes that wait for the database, also of senders that have disconnected, because those send the same
 * again. Agents need no such limit: each has one batch under way.
 */
const MAX_HELD_BYTES = 33_554_432
const PUSH_RETRY_AFTER_S = 5
/** Memory of a push beside its body. */
const REQUEST_BYTES = 16_384
/** Answered beyond that: running out of memory would lose the pushes that were accepted already. */
const TOO_MUCH = fault(
  Code.unavailable,
  words('服务繁忙，请稍后重试', 'The service is busy; try again in a moment'),
)

/** The routes of pushes. Signatures are over the raw body, so it is not parsed before the check. */
export const ingestPlugin =
  ({ pushed }: Ingest): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      http.readBody(request, payload),
    )
    let held = 0
    const bounded = (push: Push['events']) => async (request: FastifyRequest) => {
      if (held > MAX_HELD_BYTES) throw later(TOO_MUCH)
      const body = bodyOf(request)
      const size = body.length + REQUEST_BYTES
      held += size
      try {
        return ok(await push(request.headers, body))
      } catch (error) {
        const want = wantOf(error)
        if (!want) throw error
        request.log.error({ err: error }, 'push not kept')
        throw later(want)
      } finally {
        held -= size
      }
    }
    const { events, douyin } = ingestApi
    http.post(
      events.path,
      { bodyLimit: events.maxBytes, config: { endpoint: events.name, bodyShare: 'push' } },
      bounded((...push) => pushed.events(...push)),
    )
    http.post(
      douyin.path,
      { bodyLimit: douyin.maxBytes, config: { endpoint: douyin.name, bodyShare: 'push' } },
      bounded((...push) => pushed.douyin(...push)),
    )
  }

/** 503, so that a sender which looks at the status only sends the push again. */
const later = ({ code, words }: Pick<Fault, 'code' | 'words'>) =>
  new HttpFault(503, code, words, null, PUSH_RETRY_AFTER_S)

const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)
