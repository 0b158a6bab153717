import { EventEmitter, once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type HttpServer } from './server.ts'

const PAGE =
  '<!doctype html><head><style nonce="__CSP_NONCE__"></style></head><div id="root"></div>'
const SCRIPT = 'console.log(1)'
const MARK = 'the key itself'

/** Holds the console's folder, and beside it what nobody may read. */
let outside: string
let folder: string
let server: HttpServer
let empty: HttpServer
let isDown = false
const options = {
  log: pino({ level: 'silent' }),
  ping: async () => {
    if (isDown) throw new Error('no database')
  },
}

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'kaibo-console-'))
  writeFileSync(join(outside, 'secret.key'), MARK)
  folder = join(outside, 'console')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'nothing'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  server = await createServer({ ...options, consoleDir: folder })
  empty = await createServer({ ...options, consoleDir: join(folder, 'nothing') })
  server.http.get('/admin/v1/thing', async () => ({}))
  server.http.post('/live/createLiveRoom', async () => ({}))
  server.http.get('/common/thing/', async () => ({}))
  server.http.put('/common/thing/put/:id', async () => ({}))
  server.http.delete('/common/thing/put/:id', async () => ({}))
})
afterAll(async () => {
  await Promise.all([server.close(), empty.close()])
  rmSync(outside, { recursive: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml' }
const get = (url: string, headers: Record<string, string> = {}) =>
  server.http.inject({ url, headers })

/** Of the path as it stands: `inject` and `fetch` would put it right before it is sent. */
async function rawBody(path: string): Promise<string> {
  if (!server.http.server.listening) await server.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.http.server.address() as AddressInfo
  const [answer] = (await once(request({ port, path }).end(), 'response')) as [IncomingMessage]
  return text(answer)
}

test.each(['/', '/login', '/digital/actor?page=2', '/live_account/cost_customer/9', '/a/b/c.d'])(
  '%s is a screen of the console',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<div id="root">')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    })
  },
)

test.each(['/live/account', '/live/account/sms', '/live/data', '/live/fans'])(
  '%s is a screen to a browser and an unknown call to the API',
  async (url) => {
    expect((await get(url, HTML)).body).toContain('<div id="root">')
    const answer = await get(url, { accept: 'application/json' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 1005, msg: '请求的资源不存在', data: null })
  },
)

test.each(['/admin/v1/none', '/admin/v1', '/common/x', '/agent/x', '/ingest/x/y'])(
  '%s is an unknown call, even to a browser',
  async (url) => {
    const answer = await get(url, HTML)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 1005 })
  },
)

test('built anew while the server runs, page and files are served as they are then', async () => {
  const again = join(outside, 'again')
  const build = (text: string) => {
    mkdirSync(join(again, 'assets'), { recursive: true })
    writeFileSync(join(again, 'index.html'), `<p>${text}</p>`)
    writeFileSync(join(again, `assets/${text}.js`), text)
  }
  build('one')
  const other = await createServer({ ...options, consoleDir: again })
  const ask = async (url: string) => (await other.http.inject({ url, headers: HTML })).body
  expect([await ask('/login'), await ask('/assets/one.js')]).toEqual(['<p>one</p>', 'one'])
  rmSync(again, { recursive: true })
  expect(await ask('/login')).toContain('控制台尚未构建')
  build('second')
  expect([await ask('/login'), await ask('/assets/second.js')]).toEqual(['<p>second</p>', 'second'])
  expect(await ask('/assets/one.js')).toContain('"code":1005')
  await other.close()
})

test('an address that cannot be read is not sniffed either', async () => {
  const { statusCode, headers } = await get('/common/thing/put/%zz')
  expect(statusCode).toBe(400)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('a built file that is gone is 404, not the page', async () => {
  const answer = await get('/assets/main-older.js', HTML)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 1005 })
})

test('a wrong method is 405 and says which one is right', async () => {
  const answer = await server.http.inject({ method: 'POST', url: '/admin/v1/thing?x=1' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET')
  expect(answer.json()).toEqual({ code: 1001, msg: '请求方法不允许', data: null })
  const legacy = await get('/live/createLiveRoom')
  expect([legacy.statusCode, legacy.headers.allow]).toEqual([405, 'POST'])
})

test.each([
  ['POST', '/admin/v1/thing/', 'GET'],
  ['GET', '/live/createLiveRoom/?x=1', 'POST'],
  ['POST', '/common/thing', 'GET'],
  ['GET', '/common/thing/put/01J-x.9', 'PUT'],
  ['POST', '/common/thing/put/a%2Fb/', 'PUT, DELETE'],
] as const)('%s %s is 405, which allows %s', async (method, url, allowed) => {
  const answer = await server.http.inject({ method, url })
  expect([answer.statusCode, answer.json().code]).toEqual([405, 1001])
  expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining(allowed.split(', ')))
})

test.each(['/common/thing/put', '/common/thing/put/a/b', '/common/thingy', '/common/x/thing'])(
  '%s is no route’s, of whatever method',
  async (url) => {
    expect((await server.http.inject({ method: 'POST', url })).statusCode).toBe(404)
  },
)

test('anything but reading outside the API is 404', async () => {
  const answer = await server.http.inject({ method: 'POST', url: '/login', payload: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 1005])
})

test('the page carries a new nonce each time, and its policy allows no other inline style or script', async () => {
  const nonces = await Promise.all(
    ['/', '/login'].map(async (url) => {
      const { body, headers } = await get(url)
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(policy).toContain(`default-src 'self'`)
      expect(policy).not.toContain(`script-src`)
      expect(policy).not.toMatch(/(default|style)-src [^;]*'unsafe-inline'/)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('a script of icons is in the page with its digest, and the policy opens for its address alone', async () => {
  const iconScript = { url: 'https://cdn.example.com/t/icons.js', integrity: 'sha384-abc' }
  const other = await createServer({ ...options, consoleDir: folder, iconScript })
  const { body, headers } = await other.http.inject({ url: '/login' })
  expect(body).toContain(
    '<script async data-icons src="https://cdn.example.com/t/icons.js" integrity="sha384-abc" crossorigin="anonymous"></script></head>',
  )
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
  expect(headers['content-security-policy']).toBe(
    [
      `default-src 'self'`,
      `script-src 'self' https://cdn.example.com/t/icons.js`,
      `connect-src 'self' blob:`,
      `style-src 'self' 'nonce-${nonce}'`,
      `style-src-attr 'unsafe-inline'`,
      `img-src 'self' data: blob:`,
      `media-src 'self' blob:`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  )
  await other.close()
})

test('hashed files are cached for ever and come compressed when that is understood', async () => {
  const packed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
  })
  const plain = await get('/assets/main-1a2b.js')
  expect(plain.body).toBe(SCRIPT)
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/../secret.key',
  '/%2e%2e/secret.key',
  '/..%2fsecret.key',
  '/assets/../../secret.key',
  '/assets/..%2f..%2fsecret.key',
  '/assets%2f..%2f..%2fsecret.key',
])('%s does not lead out of the console folder', async (path) => {
  const body = await rawBody(path)
  expect(body).not.toContain(MARK)
  expect(body).toMatch(/<div id="root">|"code":100[15]/)
})

test('without a built console a page says how to build it, and the API works', async () => {
  const answer = await empty.http.inject({ url: '/' })
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  expect((await empty.http.inject({ url: '/healthz' })).statusCode).toBe(200)
})

test('ready means the database answers', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)
  isDown = true
  expect((await get('/readyz')).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  isDown = false
})

test('answers are counted by the name of the call and the code', async () => {
  await get('/admin/v1/none')
  expect((await get('/metrics')).body).toMatch(
    /kaibo_http_seconds_count\{endpoint="other",code="1005"\} [1-9]/,
  )
})

test('a server that is closing takes no more requests', async () => {
  const closing = await createServer({
    log: pino({ level: 'silent' }),
    ping: async () => {},
    consoleDir: join(folder, 'nothing'),
  })
  const begun = new EventEmitter()
  const release = new EventEmitter()
  closing.http.get('/admin/v1/slow', async () => {
    begun.emit('now')
    await once(release, 'now')
    return { done: true }
  })
  closing.http.get('/admin/v1/never', () => {
    begun.emit('for ever')
    return new Promise(() => {})
  })
  const address = await closing.http.listen({ port: 0, host: '127.0.0.1' })
  const reached = Promise.all([once(begun, 'now'), once(begun, 'for ever')])
  const underWay = fetch(`${address}/admin/v1/slow`)
  const forEver = fetch(`${address}/admin/v1/never`)
  await reached
  const closed = closing.close()
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  release.emit('now')
  expect(await (await underWay).json()).toEqual({ done: true })
  const told = await forEver
  expect([told.status, told.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await told.json()).toMatchObject({
    msg: expect.stringMatching(/^服务正在重启，这一步可能已经生效/),
  })
  await closed
})
