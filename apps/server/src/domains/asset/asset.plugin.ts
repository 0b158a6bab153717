import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { ASSET_GET_PATH, assetClaim } from '@kaibo/contract/agent/asset-file.schema.ts'
import { BUILTIN_ASSET_PATH, IMPORT_TEMPLATE_PATH } from '@kaibo/contract/asset/asset.rules.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { XLSX_TYPE } from '#platform/file/xlsx.ts'
import { sendBlob, type SentBlob } from '#platform/http/send-blob.ts'
import { musicTemplate } from './asset.template.ts'

interface AssetPluginNeeds {
  /** A file of an asset that rooms of the PC may show. */
  fileOf: (pc_id: string, asset_id: string, sha256: string) => Promise<SentBlob | undefined>
  /** The PC that signed the request, with what it is about; throws the refusal. */
  knownPc: (request: FastifyRequest, reply: FastifyReply, about: string) => Promise<string>
  /** What comes with the program, by its path. */
  builtin: (path: string) => { type: string; body: string | Uint8Array } | undefined
}

/** Gives PCs the files of assets, and consoles the pictures of what comes with the program. */
export const assetPlugin =
  ({ fileOf, knownPc, builtin }: AssetPluginNeeds) =>
  async (http: FastifyInstance) => {
    http.get<{ Params: { asset_id: string; sha256: string } }>(
      `${ASSET_GET_PATH}:asset_id/:sha256`,
      { config: { endpoint: 'agent.asset' } },
      async (request, reply) => {
        const { asset_id, sha256 } = request.params
        const pc_id = await knownPc(request, reply, assetClaim(asset_id, sha256))
        const file = await fileOf(pc_id, asset_id, sha256)
        if (!file) throw gone()
        return sendBlob(request, reply.header('cache-control', 'no-store'), file)
      },
    )

    http.get(
      IMPORT_TEMPLATE_PATH,
      { config: { endpoint: 'asset.template' } },
      async (_request, reply) =>
        reply
          .headers({
            'content-type': XLSX_TYPE,
            'content-disposition': 'attachment; filename="music-import.xlsx"',
            'cache-control': 'no-cache',
          })
          .send(musicTemplate()),
    )

    http.get<{ Params: { '*': string } }>(
      `${BUILTIN_ASSET_PATH}*`,
      { config: { endpoint: 'asset.builtin' } },
      async (request, reply) => {
        const found = builtin(request.params['*'])
        if (!found) throw gone()
        return reply
          .headers({
            'content-type': found.type,
            'cache-control': 'public, max-age=3600',
            'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(found.body)
      },
    )
  }

const gone = () => new HttpFault(404, Code.notFound, httpText(404))
