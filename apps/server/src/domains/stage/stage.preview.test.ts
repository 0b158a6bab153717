import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import type { TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let url: string
let operator: Login
let finance: Login
let room: Room
let agent: TestAgent
let run_id: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  finance = await server.login('finance')
  url = await server.listen()
  const on = await goOnAir(server, url, operator)
  room = on.room
  agent = on.agent
  run_id = on.run_id
})
afterAll(() => server.close())

const make = async (as = operator) =>
  (await server.call(stageApi.preview, { room_code: room.room_code }, as)).data
const get = (path: string) => fetch(url + path, { redirect: 'manual' })

/** A page that looks on: what it is told, and how it ends. */
async function look(path: string) {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path + 'socket', 'kaibo.stage.v1')
  const told: ToStage[] = []
  socket.on('message', (data: Buffer) => void told.push(JSON.parse(data.toString()) as ToStage))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return { told, closed, socket }
}

let seq = 0
function spool(state: SpeechItem['state'], text: string): void {
  const at = server.clock.now()
  const speech = { speech_id: text, event_id: null, state, text, priority: 50 }
  const of = { type: 'speech', room_code: room.room_code, run_id, at, ...speech } as const
  const spool_id = `spool-${String(room.pc_id)}`
  agent.send({ type: 'batch', spool_id, first_seq: ++seq, items: [of] })
}

test('the link opens the page and its files without a login, of no origin, and nothing else', async () => {
  const { path } = await make()
  const page = await get(path)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<canvas')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining('sandbox allow-scripts'),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect((await get(`${path}pictures/xiaokai/body.svg`)).headers.get('content-type')).toBe(
    'image/svg+xml',
  )
  const model = await get(`${path}models/xiaobo.vrm`)
  expect(model.headers.get('content-type')).toBe('model/gltf-binary')
  expect((await model.arrayBuffer()).byteLength).toBeGreaterThan(100_000)
  // An avatar's pictures are blobs of its file
  expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' blob:`)
  for (const other of [`${path}..%2F..%2Fpackage.json`, `${path}none.js`, '/stage/guessed/'])
    expect((await get(other)).status).toBe(404)
  expect((await get(path.replace(/\/$/, ''))).headers.get('location')).toBe(path)
})

test('its secret is not kept, and a link that is over opens nothing', async () => {
  const { path, expires_at } = await make()
  const rows = await server.db.query.selectFrom('stage_preview').selectAll().execute()
  const token = path.split('/')[2] ?? 'none'
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(expires_at - server.clock.now()).toBe(24 * 3_600_000)
  await server.db.query.updateTable('stage_preview').set({ expires_at: 1 }).execute()
  expect((await get(path)).status).toBe(404)
  expect(await (await look(path)).closed).toBe(4410)
})

test('what is said is shown as it begins, and hushed when it is broken off; nothing out of a backlog', async () => {
  const { told } = await look((await make()).path)
  await expect.poll(() => told[0]).toMatchObject({ type: 'welcome', preview: true, muted: true })
  spool('queued', '谢谢阿一')
  spool('speaking', '谢谢阿一')
  await expect.poll(() => told.at(-1)).toMatchObject({ type: 'say', text: '谢谢阿一' })
  expect(told.at(-1)).toMatchObject({ pieces: [{ url: '', marks: { words: expect.any(Array) } }] })
  spool('failed', '谢谢阿一')
  await expect.poll(() => told.at(-1)).toEqual({ type: 'hush' })
  server.clock.advance(-20_000)
  spool('speaking', '很久以前')
  server.clock.advance(20_000)
  spool('speaking', '现在')
  await expect.poll(() => told.at(-1)).toMatchObject({ text: '现在' })
  expect(told.filter(({ type }) => type === 'say')).toHaveLength(2)
})

const renew = (as: Login) => server.call(stageApi.renewPreview, { room_code: room.room_code }, as)

test('renewed, the pages of all links close; who may only look cannot renew', async () => {
  const page = await look((await make(finance)).path)
  expect((await renew(finance)).code).toBe(1003)
  const { data } = await renew(operator)
  expect(await page.closed).toBe(4410)
  expect((await get(data.path)).status).toBe(200)
})

test('of more than five links the oldest ends', async () => {
  const first = await look((await make()).path)
  for (let i = 0; i < 5; i += 1) {
    server.clock.advance(1)
    await make()
  }
  expect(await first.closed).toBe(4410)
})

test('a deleted room is not shown any more', async () => {
  const { path } = await make()
  await server.call(roomApi.stop, { room_code: room.room_code }, operator)
  await server.db.query.updateTable('room').set({ deleted_at: 1 }).execute()
  expect((await get(path)).status).toBe(404)
})
