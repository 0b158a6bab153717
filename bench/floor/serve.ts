import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const OUT = fileURLToPath(new URL('../../.cache/floor/', import.meta.url))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the floor and serves it as the server serves the console: its files compressed beforehand. */
export async function serveFloor(): Promise<{ url: string; close: () => void }> {
  await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir: OUT, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2_000 },
  })
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor')
    const name = pathname.startsWith('/assets/') ? pathname : '/index.html'
    const body = files.get(name) ?? compressed(readFileSync(join(OUT, name)))
    files.set(name, body)
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'text/html; charset=utf-8',
      'content-encoding': 'br',
    })
    response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

const compressed = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
