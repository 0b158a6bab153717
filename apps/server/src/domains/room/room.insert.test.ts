import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let room: Room
let agent: TestAgent
let run_id: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  const on = await goOnAir(server, await server.listen(), operator)
  room = on.room
  agent = on.agent
  run_id = on.run_id
})
afterAll(() => server.close())
beforeEach(() => server.db.query.deleteFrom('room_insert').execute())

const say = (text: string, more: object = {}) =>
  server.call(
    roomApi.say,
    { room_code: room.room_code, text, key: crypto.randomUUID(), ...more },
    operator,
  )
const list = async () =>
  (await server.call(roomApi.inserts, { room_code: room.room_code }, operator)).data.list
const statusOf = async (id: string) => (await list()).find((one) => one.id === id)?.status
const answer = (id: string, state: 'done' | 'failed', detail: string | null = null) =>
  agent.send({ type: 'command_state', id, state, detail })
const spoken = (insert_id: string, state: SpeechItem['state']): SpeechItem => ({
  type: 'speech',
  room_code: room.room_code,
  run_id,
  at: server.clock.now(),
  speech_id: insert_id,
  insert_id,
  event_id: null,
  state,
  text: '大家好',
  priority: 999,
})

/** What the PC is asked about this insert. */
const asked = (id: string) =>
  agent.next('command', ({ insert, insert_id }) => insert?.id === id || insert_id === id)
let seq = 0
async function spool(items: SpeechItem[]): Promise<void> {
  const { pc_id } = room
  const first_seq = seq + 1
  seq += items.length
  agent.send({ type: 'batch', spool_id: `spool-${pc_id}`, first_seq, items })
  await agent.next('ack', ({ up_to }) => up_to >= seq)
}

test('goes to the PC, and what becomes of it is told: waiting, being said, said', async () => {
  const { code, data } = await say('大家好', { position: 'now' })
  expect([code, data.status]).toEqual([0, 'queued'])
  const command = await asked(data.id)
  expect(command).toMatchObject({
    name: 'room.insert',
    insert: { id: data.id, text: '大家好', position: 'now' },
  })
  answer(command.id, 'done')
  await expect.poll(() => statusOf(data.id)).toBe('sent')
  await spool([spoken(data.id, 'queued'), spoken(data.id, 'speaking')])
  expect(await statusOf(data.id)).toBe('playing')
  await spool([spoken(data.id, 'spoken')])
  expect(await statusOf(data.id)).toBe('done')
  await spool([spoken(data.id, 'queued')])
  expect(await statusOf(data.id)).toBe('done')
})

test('asked for twice with one key, it is said once', async () => {
  const key = crypto.randomUUID()
  const [first, second] = [await say('一次', { key }), await say('一次', { key })]
  expect(second.data.id).toBe(first.data.id)
  expect(await list()).toHaveLength(1)
})

test('a forbidden word is named at the field', async () => {
  const admin = await server.login('admin')
  const put = [{ word: '最便宜', level: 'block' }]
  const saved = await server.call(
    talkApi.setWords,
    { scope: 'org', scope_id: room.org_id, version: 0, put } as never,
    admin,
  )
  expect(saved.code).toBe(0)
  expect(await say('全网最便宜的')).toMatchObject({
    code: 1001,
    data: { fields: { text: '含有敏感词「最便宜」' } },
  })
  expect(await list()).toEqual([])
})

test('the PC cannot: failed, why, and a line in the timeline', async () => {
  const { data } = await say('大家好')
  const { id } = await asked(data.id)
  answer(id, 'failed', '这个直播间没有在这台电脑上直播')
  await expect.poll(() => statusOf(data.id)).toBe('failed')
  expect((await list())[0]?.detail).toBe('这个直播间没有在这台电脑上直播')
})

test('taken back: by the PC, or too late', async () => {
  const { data } = await say('大家好')
  answer((await asked(data.id)).id, 'done')
  await expect.poll(() => statusOf(data.id)).toBe('sent')
  const cancel = () => server.call(roomApi.insertCancel, { id: data.id }, operator)
  const late = cancel()
  const first = await asked(data.id)
  expect(first).toMatchObject({ name: 'room.insert_cancel', insert_id: data.id })
  answer(first.id, 'failed', '已经结束或取消了')
  expect(await late).toMatchObject({ code: 1006, msg: '已经结束或取消了' })
  const done = cancel()
  answer((await asked(data.id)).id, 'done')
  expect((await done).data.status).toBe('cancelled')
  expect(await cancel()).toMatchObject({ code: 1006, msg: '已经结束或取消了' })
})

test('no more than twenty wait', async () => {
  for (let i = 0; i < 20; i += 1) expect((await say(`第${i}句`)).code).toBe(0)
  expect(await say('再一句')).toMatchObject({
    code: 1006,
    msg: '已有20条待插播，请等它们结束或取消',
  })
})

const overdue = (id: string) =>
  server.db.query.updateTable('room_insert').set({ expires_at: 1 }).where('id', '=', id).execute()

test('nothing heard of it in time: it is over, whoever was killed; a PC that tells more is believed', async () => {
  const { data } = await say('大家好')
  await overdue(data.id)
  await expect.poll(() => statusOf(data.id)).toBe('expired')
  await spool([spoken(data.id, 'spoken')])
  expect(await statusOf(data.id)).toBe('done')
})

const page = (cursor?: string) =>
  server.call(roomApi.inserts, { room_code: room.room_code, page_size: 2, cursor }, operator)

test('the newest first, a page at a time', async () => {
  for (const text of ['一', '二', '三']) {
    await say(text)
    server.clock.advance(1)
  }
  const first = (await page()).data
  expect(first.list.map(({ text }) => text)).toEqual(['三', '二'])
  const second = (await page(first.next ?? '')).data
  expect(second.list.map(({ text }) => text)).toEqual(['一'])
})
