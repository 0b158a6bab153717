import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { STAGE_CLOSE } from '@kaibo/contract/stage/link.schema.ts'
import { PREVIEW_PATH } from '@kaibo/contract/stage/stage.schema.ts'
import { createDoor } from '#platform/http/door.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Preview } from './stage.preview.ts'
import { previewHash, type Previewed, type Previews } from './stage.previews.ts'

const PAGE = 'index.html'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.vrm': 'model/gltf-binary',
}
/** Of another origin than the console: a script of the page could not read what the console keeps. */
const POLICY = [
  'sandbox allow-scripts',
  `default-src 'self'`,
  // Avatars have their pictures in themselves
  `connect-src 'self' blob:`,
  `img-src 'self' data: blob:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'self'`,
].join('; ')

/** The page and its pictures, by their paths. */
export type StageFiles = Readonly<Record<string, string | Uint8Array>>

/** The page by which a stage is looked at, for whoever has a link: its files, and the socket that tells it what is said. */
export const stagePlugin =
  (previews: Pick<Previews, 'find'>, preview: Preview, files: StageFiles) =>
  async (http: FastifyInstance) => {
    const door = createDoor()
    const arrived = new WeakMap<FastifyRequest, Previewed>()

    http.get(`${PREVIEW_PATH}:token`, async (request, reply) => {
      await known(previews, request)
      // The page names its files beside it: its own address ends as a folder's
      if (request.url.split('?')[0]?.endsWith('/')) return send(reply, files, PAGE)
      return reply.redirect(`${PREVIEW_PATH}${encodeURIComponent(tokenOf(request))}/`)
    })
    http.get(`${PREVIEW_PATH}:token/*`, async (request, reply) => {
      await known(previews, request)
      const { '*': path } = request.params as { '*': string }
      return send(reply, files, path)
    })
    http.route({
      method: 'GET',
      url: `${PREVIEW_PATH}:token/socket`,
      websocket: true,
      preValidation: async (request, reply) => {
        if (!request.ws) throw new HttpFault(426, Code.invalid, SOCKETS_ONLY)
        const leave = door.enter(request, reply)
        try {
          // A link that has ended is told so by the socket: a browser does not show the page why it was refused
          const found = await previews.find(previewHash(tokenOf(request)))
          if (found) arrived.set(request, found)
        } finally {
          leave()
        }
      },
      handler(socket, request) {
        const found = arrived.get(request)
        if (found) preview.seat(socket, found)
        else socket.close(STAGE_CLOSE.gone, 'gone')
      },
    })
  }

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

async function known(previews: Pick<Previews, 'find'>, request: FastifyRequest): Promise<void> {
  if (!(await previews.find(previewHash(tokenOf(request)))))
    throw new HttpFault(404, Code.notFound, GONE)
}

function send(reply: FastifyReply, files: StageFiles, name: string): FastifyReply {
  const type = TYPES[extname(name)]
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (file === undefined || type === undefined) throw new HttpFault(404, Code.notFound, GONE)
  return reply
    .type(type)
    .headers({
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      // Its own origin is none: without this it could not use its own files
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(typeof file === 'string' ? file : Buffer.from(file))
}

const GONE = words('预览链接已失效，请在控制台重新打开', 'The preview link is no longer valid')
const SOCKETS_ONLY = words(
  '此地址只接受WebSocket连接',
  'This address takes WebSocket connections only',
)
