import { get, request } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { STAGE_SUBPROTOCOL, type ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import { LocalServer } from '#local/local-server.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { systemTime } from '#time/time.ts'
import type { StageVoice } from './around.ts'
import { StageDesk } from './stage-desk.ts'

const TOKEN = 'a-token-of-this-room'
let server: LocalServer
let desk: StageDesk
let clip: string
let sockets: WebSocket[]
let pictured: [string, string][]
const scenes = new Map<string, ScenePack>()

const room = (token = TOKEN) => ({ ...desiredRoom({ room_code: 'R1' }), stage: { token } })

beforeEach(async () => {
  sockets = []
  pictured = []
  const { log } = heardLog()
  const opened = await LocalServer.open('auto', null, log)
  if (!opened) throw new Error('no port')
  server = opened
  clip = `${await freshFolder()}/clip.wav`
  await writeFile(clip, 'RIFF')
  const voice: StageVoice = {
    available: true,
    volumeOf: () => 1,
    direct: () => {},
    prepare: async () => {},
    speak: (text) => [
      {
        text,
        clip: Promise.resolve({ text, sound: clip, ms: 500, marks: null, via: 'embedded' }),
      },
    ],
  }
  const show = {
    files: { 'index.html': '<p>', 'a.svg': '<svg>' },
    scene: { layers: [] },
    assets: {},
  }
  desk = new StageDesk({
    recorded: async () => 'disk_full',
    server,
    fault: null,
    show,
    packs: { scene: (hash) => scenes.get(hash) },
    files: { path: async () => undefined, want: () => {}, isComing: () => false },
    voiceOf: () => voice,
    time: systemTime,
    log,
    changed: () => {},
    pictured: (room_code, jpeg) => void pictured.push([room_code, jpeg.toString('hex')]),
  })
  desk.know([room()])
})
afterEach(async () => {
  desk.close()
  await server.close()
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; type: string | undefined }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] })
    }).on('error', reject)
  })

/** A page that says hello; what it was told, and by which code it was closed. */
function page(token: string, room_code = 'R1', headers: Record<string, string> = {}) {
  const told: ToStage[] = []
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}/stage/${room_code}/socket`,
    STAGE_SUBPROTOCOL,
    { headers },
  )
  sockets.push(socket)
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => resolve(0))
  })
  socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as ToStage))
  socket.on('open', () =>
    socket.send(
      JSON.stringify({
        type: 'hello',
        token,
        page_id: 'p',
        obs: null,
        gl: '',
        audio: 'ok',
        active: true,
      }),
    ),
  )
  return { told, closed, socket }
}

test('the page and its pictures are served, and nothing else', async () => {
  expect(await ask('/stage/R1/')).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  expect(await ask('/stage/R1/a.svg')).toEqual({ status: 200, type: 'image/svg+xml' })
  expect((await ask('/stage/R1')).status).toBe(302)
  for (const path of ['none.svg', '../a.svg', 'constructor', 'clip/constructor', 'clip/..%2fa'])
    expect((await ask(`/stage/R1/${path}`)).status).toBe(404)
})

test('a link of the room opens it; another token, another room, another site do not', async () => {
  const open = page(TOKEN)
  await expect.poll(() => open.told[0]?.type).toBe('welcome')
  expect(await page('a-token-of-that-room').closed).toBe(4403)
  expect(await page('').closed).toBe(4403)
  expect(await page(TOKEN, 'R2').closed).toBe(4403)
  expect(await page(TOKEN, 'R1', { origin: 'https://example.com' }).closed).not.toBe(1000)
  expect(await page(TOKEN, 'R1', { host: 'example.com' }).closed).not.toBe(1000)
  expect(
    (await ask('/stage/R1/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }))
      .status,
  ).toBe(403)
})

test('a room on air is pictured; what is no JPEG closes the page', async () => {
  const run = { ...room(), run: true, run_id: 'run-1' }
  const open = page(TOKEN)
  await expect.poll(() => open.told.length).toBeGreaterThan(1)
  const send = (jpeg: string) => open.socket.send(JSON.stringify({ type: 'thumb', jpeg }))
  desk.know([run])
  send('/9j/BBBB')
  await expect.poll(() => pictured).toEqual([['R1', 'ffd8ff041041']])
  send(Buffer.from('<svg/>').toString('base64'))
  expect(await open.closed).toBe(4400)
})

test('a piece of a recording that cannot be kept ends it, and the room says why until the run is over', async () => {
  const off = room()
  const config = { ...off.config, mode: RoomMode.record }
  const record = { ...off, config, run: true, run_id: 'run-1' }
  desk.know([record])
  const open = page(TOKEN)
  const begun = () => open.told.find((frame) => frame.type === 'record')?.recording_id
  await expect.poll(begun).toEqual(expect.any(String))
  const path = `/stage/R1/recording/${begun()}/1?ms=1000`
  const reported = () => desk.report('R1')?.recording
  expect(reported()).toBeNull()
  expect(await put(path)).toBe(507)
  expect(reported()).toBe('disk_full')
  desk.know([{ ...record, run: false, run_id: null }])
  expect(reported()).toBeNull()
})

const put = (path: string) =>
  new Promise<number>((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, method: 'PUT' }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end('piece')
  })

test('renewed, the old link closes and does not open again', async () => {
  const open = page(TOKEN)
  await expect.poll(() => open.told.length).toBeGreaterThan(0)
  desk.know([room('another-token-of-it')])
  expect(await open.closed).toBe(4403)
  expect(await page(TOKEN).closed).toBe(4403)
  const again = page('another-token-of-it')
  await expect.poll(() => again.told[0]?.type).toBe('welcome')
})

test('clips are had by the address that the page was told, while the room is here', async () => {
  const open = page(TOKEN)
  await expect.poll(() => open.told.length).toBeGreaterThan(1)
  const line = { event_id: null, node: null, cause: '', text: '好', priority: 1, since: 0 }
  const sentence = {
    speech_id: 's',
    ...line,
    expires_at: 9,
    isHeld: false,
    isNext: false,
    insert_id: null,
  }
  const told = { speaking: () => {}, spoken: () => {}, failed: () => {}, over: () => {} }
  desk.mouthOf('R1')?.say(sentence, told)
  await expect.poll(() => open.told.at(-1)?.type).toBe('say')
  const said = open.told.find((frame) => frame.type === 'say')
  const path = `/stage/R1/${said?.pieces[0]?.url}`
  expect(await ask(path)).toEqual({ status: 200, type: 'audio/wav' })
  expect((await ask(path.replace('R1', 'R2'))).status).toBe(404)
  desk.know([])
  expect((await ask(path)).status).toBe(404)
})

test.each([
  ['no JSON', 'hello', 4400],
  ['another frame first', '{"type":"began","speech_id":"s"}', 4400],
  ['a number that is none', '{"type":"state","fps":-1}', 4400],
])('%s ends the link', async (_, text, code) => {
  const { socket, closed } = page(TOKEN)
  socket.removeAllListeners('open')
  socket.on('open', () => socket.send(text))
  expect(await closed).toBe(code)
})
