import { get, request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ToGame } from '@kaibo/contract/game/link.schema.ts'
import { tugWarPart } from '@kaibo/contract/game/tug-war.ts'
import { bundleWith, byHand, playing, ROOM, TestGame } from '#game/link.fixture.ts'
import { freshFolder } from '#spool/spool.fixture.ts'

type On = Awaited<ReturnType<typeof playing>>
let on: On
beforeEach(async () => {
  on = await playing(bundleWith([], { game: tugWarPart('g1') }), {
    desk: { program: { main: join(import.meta.dirname, 'none.js'), execArgv: [] } },
  })
})
afterEach(async () => {
  await on.room.stop('now')
  await on.desk.close()
})

const origin = () => on.desk.origin ?? ''
const port = () => Number(new URL(origin()).port)

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Node says whatever host it is told to, as a page's browser does. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  to = port(),
): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: to, path, method, headers }
    const sent = (method === 'GET' ? get : request)(options, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      const { statusCode: status = 0, headers: said } = response
      response.on('end', () => resolve({ status, headers: said, body: text }))
    })
    sent.on('error', reject)
    if (body !== undefined) sent.end(body)
  })
}

const statusOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).status

test('the page of a game opens in a browser; neither another page nor a name that leads here can', async () => {
  const page = `/play/${ROOM}/`
  const host = `127.0.0.1:${port()}`
  expect(await statusOf(page, { host })).toBe(200)
  expect(await statusOf(page, { host: `localhost:${port()}` })).toBe(200)
  expect(await statusOf(page, { host: `evil.example:${port()}` })).toBe(403)
  expect(await statusOf(page, { host: '127.0.0.1:1' })).toBe(403)
  expect(await statusOf(page, { host, origin: `http://${host}` })).toBe(200)
  expect(await statusOf(page, { host, origin: 'null' })).toBe(403)
  expect(await statusOf(page, { host, origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf(page, { host, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusOf(page, { host, 'sec-fetch-site': 'same-site' })).toBe(403)
  const followed = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect(await statusOf(page, { ...followed, 'sec-fetch-dest': 'document' })).toBe(200)
  expect(await statusOf(page, { ...followed, 'sec-fetch-dest': 'iframe' })).toBe(403)
})

test('no answer may be read, framed or guessed at by others, and none has a secret in it', async () => {
  const { game, view } = await on.desk.tokensOf(ROOM)
  for (const path of ['/', `/play/${ROOM}/`, '/kaibo-game.js']) {
    const { headers, body } = await ask(path)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(body).not.toContain(game)
    expect(body).not.toContain(view)
  }
  expect((await ask('/')).body).toContain('测试房间（ABCD2345）：拔河')
  expect(await ask(`/play/${ROOM}`)).toMatchObject({
    status: 302,
    headers: { location: `/play/${ROOM}/` },
  })
  expect(on.room.report().game?.url).toBe(`${origin()}/play/${ROOM}/#${view}`)
})

test('a WebSocket of another page is refused before it is one', async () => {
  await expect(TestGame.open(origin(), { origin: 'https://evil.example' })).rejects.toThrow('403')
  await expect(TestGame.open(origin(), { host: `evil.example:${port()}` })).rejects.toThrow('403')
  const ours = await TestGame.open(origin(), { origin: origin() })
  ours.kill()
})

test('what is no request ends its connection', async () => {
  const socket = connect(port(), '127.0.0.1')
  socket.end('nonsense\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  expect(await statusOf('/')).toBe(200)
})

test('a page is the files of its folder, and nothing beside it', async () => {
  const games = await freshFolder()
  await mkdir(join(games, 'quiz'))
  await writeFile(join(games, 'secret.html'), 'secret')
  await writeFile(join(games, 'quiz', 'index.html'), '<p>quiz</p>')
  await writeFile(join(games, 'quiz', 'key.pem'), 'key')
  const launch = { kind: 'page' as const, package: 'quiz' }
  const quiz = await playing(bundleWith([], { game: byHand({ launch }) }), {
    desk: { gamesDir: games },
  })
  const to = Number(new URL(quiz.desk.origin ?? '').port)
  const at = (path: string) => ask(`/play/${ROOM}/${path}`, {}, undefined, to)
  expect((await at('')).body).toBe('<p>quiz</p>')
  for (const path of ['key.pem', '../secret.html', '%2e%2e/secret.html', '..%2fsecret.html', '%'])
    expect(await at(path)).toMatchObject({ status: 404, body: '' })
  // The page is the game itself: its link has that secret
  const { game } = await quiz.desk.tokensOf(ROOM)
  expect(quiz.room.report().game?.url).toContain(`#${game}`)
  await quiz.room.stop('now')
  await quiz.desk.close()
})

const hello = (token: string) => ({
  type: 'hello',
  role: 'game',
  token,
  name: '轮询',
  version: '1',
  boot_id: 'poll-1',
})

test('a game without WebSocket posts what it says and fetches what it is told', async () => {
  const { game, view } = await on.desk.tokensOf(ROOM)
  const bearer = { authorization: `Bearer ${game}` }
  const post = async (frames: unknown, headers: Record<string, string> = bearer) => {
    const { status, body } = await ask('/game/v1/frames', headers, JSON.stringify(frames))
    return { status, ...(JSON.parse(body) as { frames?: ToGame[]; why?: string }) }
  }
  const next = async () => {
    const { status, body } = await ask('/game/v1/next', bearer)
    return { status, ...(JSON.parse(body) as { frames?: ToGame[] }) }
  }
  expect(await post([], {})).toMatchObject({ status: 401 })
  expect(await post([], { authorization: `Bearer ${view}` })).toMatchObject({ status: 401 })
  expect(await post([{ type: 'pong' }])).toMatchObject({ status: 409, why: '请先发送hello' })
  expect(await post({})).toMatchObject({ status: 400 })
  expect(await post([hello(game)])).toMatchObject({ status: 200, frames: [{ type: 'welcome' }] })
  const waiting = next()
  const event = { type: 'event', id: 'a', key: 'near_win', payload: { gap: 90 } }
  const first = await post([event])
  const told = [...(first.frames ?? []), ...((await waiting).frames ?? [])]
  expect(told).toContainEqual({ type: 'ack', id: 'a' })
  await TestGame.join(on.desk)
  expect(await next()).toMatchObject({ status: 410, code: 4409 })
})
