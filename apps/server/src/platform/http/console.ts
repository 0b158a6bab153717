import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Answers the console's page, which serves every path outside the API. */
export type SendPage = (reply: FastifyReply) => FastifyReply

/** A script that brings icons as an SVG sprite. A browser runs it only if it matches the digest. */
export interface IconScript {
  url: string
  integrity: string
}

/** Other origins that the page may use; none by default. */
export interface Foreign {
  /** The origins that it may call. */
  connect?: readonly string[]
  iconScript?: IconScript | undefined
}

/** Placeholder of the nonce in the built page (Vite's `html.cspNonce`), needed by styles that antd makes at run time. */
const NONCE = '__CSP_NONCE__'
const NOT_BUILT = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>开播</title>
<p>控制台尚未构建，请运行 npm run build 后刷新。开发时请打开 npm run dev 给出的地址。`

/**
 * Serves the built console from `folder`: its hashed files for ever, from their .br and .gz; its page never cached. Built anew while the
 * server runs, it is served as it is then.
 */
export async function serveConsole(
  http: FastifyInstance,
  folder: string,
  foreign: Foreign,
): Promise<SendPage> {
  const sendPage = pageSender(foreign)
  const index = join(folder, 'index.html')
  await http.register(helmet, {
    global: false,
    contentSecurityPolicy: false,
    // Requiring HTTPS is left to the proxy that has the certificate.
    strictTransportSecurity: false,
  })
  const page = pageAt(index, foreign.iconScript)
  const notBuilt: SendPage = (reply) => sendPage(reply.code(503), NOT_BUILT)
  if (page() === undefined) return notBuilt
  const serve = { index: false, preCompressed: true, cacheControl: false } as const
  await http.register(files, {
    ...serve,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: withCache('public, max-age=31536000, immutable'),
  })
  await http.register(files, {
    ...serve,
    root: folder,
    // A route for each file, so that every other path is a screen's.
    wildcard: false,
    globIgnore: ['**/index.html*', 'assets/**'],
    decorateReply: false,
    setHeaders: withCache('no-cache'),
  })
  return (reply) => {
    const built = page()
    return built === undefined ? notBuilt(reply) : sendPage(reply, built)
  }
}

const withCache =
  (cache: string): FastifyStaticOptions['setHeaders'] =>
  (response) => {
    response.setHeader('cache-control', cache)
    response.setHeader('x-content-type-options', 'nosniff')
  }

/** Answers the page as it is built now, read again only after it changed; undefined where there is none. */
function pageAt(index: string, script: IconScript | undefined): () => string | undefined {
  let known: { mark: string; page: string } | undefined
  return () => {
    const found = statSync(index, { throwIfNoEntry: false })
    if (!found) return undefined
    const mark = `${found.mtimeMs} ${found.size}`
    if (known?.mark !== mark) known = { mark, page: withIcons(readFileSync(index, 'utf8'), script) }
    return known.page
  }
}

/** The console finds it by `data-icons`, and does not wait for it. */
const withIcons = (page: string, script: IconScript | undefined): string =>
  script
    ? page.replace(
        '</head>',
        `<script async data-icons src="${script.url}" integrity="${script.integrity}" crossorigin="anonymous"></script></head>`,
      )
    : page

const pageSender =
  (foreign: Foreign) =>
  (reply: FastifyReply, page: string): FastifyReply => {
    const nonce = randomBytes(16).toString('base64')
    void reply.helmet()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce, foreign))
      .send(page.replaceAll(NONCE, nonce))
  }

const policy = (nonce: string, { connect = [], iconScript }: Foreign) =>
  [
    `default-src 'self'`,
    ...(iconScript ? [`script-src 'self' ${iconScript.url}`] : []),
    // Avatars have their pictures in themselves.
    `connect-src ${["'self'", 'blob:', ...connect].join(' ')}`,
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
