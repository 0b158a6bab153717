import type { FastifyInstance } from 'fastify'
import { CLIP_PATH } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { ClipAddresses } from './voice.clip-address.ts'
import type { Clips } from './voice.clips.ts'

interface ClipPluginNeeds {
  clips: Pick<Clips, 'read'>
  addresses: Pick<ClipAddresses, 'isGood'>
  now: () => number
}

interface Asked {
  Params: { hash: string; at: string }
  Querystring: { signature?: unknown }
}

/** Gives clips to whoever was given their address. */
export const clipPlugin =
  ({ clips, addresses, now }: ClipPluginNeeds) =>
  async (http: FastifyInstance) => {
    const config = { endpoint: 'agent.clip' }
    http.get<Asked>(`${CLIP_PATH}:hash/:at`, { config }, async (request, reply) => {
      const { hash, at } = request.params
      const isGood = addresses.isGood(hash, at, request.query.signature, now())
      const sound = isGood ? await clips.read(hash) : undefined
      if (!sound) throw new HttpFault(404, Code.notFound, httpText(404))
      return reply
        .headers({
          'content-type': 'audio/wav',
          'cache-control': 'private, max-age=600, immutable',
          'content-security-policy': `default-src 'none'; sandbox`,
        })
        .send(sound)
    })
  }
