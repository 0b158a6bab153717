import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { PUBLISHED_PATH, RESOURCE_PATH, TRIAL_PATH } from '@kaibo/contract/voice/voice.paths.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Handing } from './voice.handing.ts'
import type { Trials } from './voice.trial.ts'

const MAX_TOLD_BYTES = 16_384

interface PluginNeeds {
  trials: Pick<Trials, 'read'>
  handing: Handing
}

/** Sounds and resources for whoever was given the address, and what voice servers say of what they fetched. */
export const voicePlugin =
  ({ trials, handing }: PluginNeeds): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', (_request, _body, done) => done(null))
    http.post(
      PUBLISHED_PATH,
      {
        bodyLimit: MAX_TOLD_BYTES,
        config: { endpoint: 'ingest.voicePublished', bodyShare: 'public' },
      },
      heard(http, handing),
    )
    http.get<{
      Params: { upload_id: string }
      Querystring: { until?: unknown; signature?: unknown }
    }>(
      `${RESOURCE_PATH}:upload_id`,
      { config: { endpoint: 'voice.resource' } },
      async (request, reply) => {
        const body = await handing.read(request.params.upload_id, request.query)
        if (!body) throw new HttpFault(404, Code.notFound, httpText(404))
        return reply
          .headers({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
          .send(body)
      },
    )
    http.get<{ Params: { test_id: string }; Querystring: { signature?: unknown } }>(
      `${TRIAL_PATH}:test_id`,
      { config: { endpoint: 'voice.trial' } },
      async (request, reply) => {
        const found = await trials.read(request.params.test_id, request.query.signature)
        if (!found) throw new HttpFault(404, Code.notFound, httpText(404))
        return reply
          .headers({
            'content-type': found.type,
            'content-length': found.bytes,
            'cache-control': 'private, max-age=600, immutable',
            'content-security-policy': `default-src 'none'; sandbox`,
            'cross-origin-resource-policy': 'same-origin',
          })
          .send(found.body)
      },
    )
  }

const heard =
  (http: FastifyInstance, handing: Pick<Handing, 'published'>) =>
  async (request: FastifyRequest) => {
    const body = await http.readBody(request, request.raw)
    return ok({ known: await handing.published(request.headers, body) })
  }
