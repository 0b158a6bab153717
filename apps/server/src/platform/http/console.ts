import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Answers the console's page: every path that is not the API's is one of its screens. */
export type SendPage = (reply: FastifyReply) => FastifyReply

/** Where the page wants its nonce (Vite's `html.cspNonce`): the styles that antd makes at run time carry it. */
const NONCE = '__CSP_NONCE__'
const NOT_BUILT = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>开播</title>
<p>控制台尚未构建，请运行 npm run build 后刷新。开发时请打开 npm run dev 给出的地址。`

/**
 * Serves the built console from `folder`: its hashed files for ever, from their .br and .gz; its page never cached.
 * `connect`: the origins beside our own that the page may call.
 */
export async function serveConsole(
  http: FastifyInstance,
  folder: string,
  connect: readonly string[],
): Promise<SendPage> {
  const sendPage = pageSender(connect)
  const index = join(folder, 'index.html')
  await http.register(helmet, {
    global: false,
    contentSecurityPolicy: false,
    // Whether to insist on HTTPS is for the proxy that has the certificate.
    strictTransportSecurity: false,
  })
  if (!existsSync(index)) return (reply) => sendPage(reply.code(503), NOT_BUILT)
  const page = readFileSync(index, 'utf8')
  await http.register(files, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.startsWith(join(folder, 'assets') + sep)
      response.setHeader(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      response.setHeader('x-content-type-options', 'nosniff')
    },
  })
  return (reply) => sendPage(reply, page)
}

const pageSender =
  (connect: readonly string[]) =>
  (reply: FastifyReply, page: string): FastifyReply => {
    const nonce = randomBytes(16).toString('base64')
    void reply.helmet()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce, connect))
      .send(page.replaceAll(NONCE, nonce))
  }

const policy = (nonce: string, connect: readonly string[]) =>
  [
    `default-src 'self'`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts write their tooltips with style attributes.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
