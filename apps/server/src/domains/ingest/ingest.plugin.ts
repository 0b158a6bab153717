import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { ingestApi, MAX_PUSH_BYTES } from '@kaibo/contract/ingest/ingest.api.ts'
import type { Ingest } from './ingest.service.ts'

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
    const { events, douyin } = ingestApi
    http.post(events.path, { config: { endpoint: events.name } }, (request) =>
      pushed.events(request.headers, bodyOf(request)).then(ok),
    )
    http.post(douyin.path, { config: { endpoint: douyin.name } }, (request) =>
      pushed.douyin(request.headers, bodyOf(request)).then(ok),
    )
  }

const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)
