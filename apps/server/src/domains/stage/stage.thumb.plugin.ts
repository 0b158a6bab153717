import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import {
  MAX_THUMB_BYTES,
  THUMB_PATH,
  THUMB_PUT_PATH,
  thumbClaim,
} from '@kaibo/contract/stage/thumb.schema.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Thumbs } from './stage.thumbs.ts'

interface ThumbPluginNeeds {
  thumbs: Thumbs
  /** The PC that signed the request, with what it is about; throws the refusal. */
  knownPc: (request: FastifyRequest, reply: FastifyReply, about: string) => Promise<string>
}

/** Takes the pictures of stages from PCs, and shows them to whoever was given the address. */
export const thumbPlugin =
  ({ thumbs, knownPc }: ThumbPluginNeeds) =>
  async (http: FastifyInstance) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('image/jpeg', (_request, _body, done) => done(null))

    http.put<{ Params: { room_code: string } }>(
      `${THUMB_PUT_PATH}:room_code`,
      { bodyLimit: MAX_THUMB_BYTES, config: { endpoint: 'agent.thumb', bodyShare: 'thumb' } },
      async (request, reply) => {
        const { room_code } = request.params
        const pc_id = await knownPc(request, reply, thumbClaim(room_code))
        const body = await http.readBody(request, request.raw)
        return ok({ kept: await thumbs.put(pc_id, room_code, body) })
      },
    )

    http.get<{ Params: { room_id: string; at: string }; Querystring: { signature?: unknown } }>(
      `${THUMB_PATH}:room_id/:at`,
      { config: { endpoint: 'stage.thumb' } },
      async (request, reply) => {
        const { room_id, at } = request.params
        const picture = await thumbs.read(room_id, at, request.query.signature)
        if (!picture) throw new HttpFault(404, Code.notFound, httpText(404))
        return reply
          .headers({
            'content-type': 'image/jpeg',
            'cache-control': 'private, max-age=600, immutable',
            'content-security-policy': `default-src 'none'; sandbox`,
            'cross-origin-resource-policy': 'same-origin',
          })
          .send(picture)
      },
    )
  }
