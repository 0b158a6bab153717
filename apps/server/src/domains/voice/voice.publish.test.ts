import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { MAKES_CLIPS } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { HAS_STAGES } from '@kaibo/contract/agent/frames.ts'
import { SegmentKind } from '@kaibo/contract/plan/plan.enums.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PUBLISHED_PATH } from '@kaibo/contract/voice/voice.paths.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildPlan } from '@kaibo/testkit/build/plan.build.ts'
import { buildStudio } from '@kaibo/testkit/build/room.build.ts'
import { uploadOf } from '@kaibo/testkit/build/upload.build.ts'
import { EMBEDDED_SERVER, serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'
import { toneWav, voiceServer, type VoiceServer } from '@kaibo/testkit/voice-server.ts'

const KEY = 'sk-1'
const LEXICON = Buffer.from('行长=航掌')
const PUBLIC = 'https://kaibo.example'

let there: VoiceServer
let server: TestServer
let admin: Login
beforeEach(async () => {
  there = await voiceServer()
  server = await bootServer({ config: { localServices: [there.port], publicUrl: PUBLIC } })
  admin = await server.login('admin')
})
afterEach(async () => {
  await server.close()
  await there.close()
})

const look = () => server.app.jobs.look()
const openai = (more: Partial<InputOf<typeof voiceApi.saveServer>> = {}) =>
  serverOf(server, { base_url: there.base_url, api_key: KEY, ...more })
async function resource(kind: 'lexicon' | 'ref', name = '一号', bytes: Buffer = LEXICON) {
  const as = kind === 'ref' ? 'ref_audio' : kind
  const upload_id = await uploadOf(server, admin, { kind: as, bytes })
  const { data } = await server.call(voiceApi.saveResource, { name, kind, upload_id }, admin)
  return data
}
const publish = (resource_id: string, server_ids: string[]) =>
  server.call(voiceApi.publish, { resource_id, server_ids }, admin)
const voiceOn = async (server_id: string, more: Parameters<typeof voiceDraft>[0] = {}) =>
  (await server.call(voiceApi.add, voiceDraft({ server_ids: [server_id], ...more }), admin)).data
const waysOf = async (resource_id: string) =>
  (await server.call(voiceApi.resources, { resource_id }, admin)).data.list[0]?.servers ?? []
const test1 = (voice_id: string, text = '行长来了') =>
  server.call(voiceApi.test, { voice_id, text }, admin)
const lastAsked = () => JSON.parse(there.asked.at(-1)?.body ?? '{}') as Record<string, unknown>
/** What the server was told to fetch. */
function ordered() {
  const asked = there.asked.findLast(({ path }) => path === '/fetch')
  if (!asked) throw new Error('nothing was ordered')
  return { ...asked, told: JSON.parse(asked.body) as Record<string, unknown> }
}
function published(body: object, key = KEY) {
  const payload = JSON.stringify(body)
  const timestamp = String(Math.floor(server.clock.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${payload}`).digest('hex')
  const headers = { 'x-kaibo-timestamp': timestamp, 'x-kaibo-signature': signature }
  return server.app.http.inject({ method: 'POST', url: PUBLISHED_PATH, headers, payload })
}

const speaksBy = (room_id: string, voice_id: string) =>
  server.db.query
    .insertInto('room_part')
    .values({
      room_id,
      part: 'anchor',
      value_json: JSON.stringify({ voice: { voice_id, speed: 1, pitch: 0, volume: 1 } }),
      live_json: null,
      version: 1,
      updated_at: 0,
      updated_by: null,
    })
    .execute()

test('a PC that runs is told at once how words are read from now on, and how a voice was changed', async () => {
  const { server_id } = await openai()
  const { voice_id, version } = await voiceOn(server_id)
  const url = await server.listen()
  const { room, pc } = await buildStudio(server.platform, url)
  await speaksBy(room.id, voice_id)
  const agent = await connectAgent(url, {
    pc_id: pc.id,
    private_key: pc.private_key,
    ts: server.clock.now(),
  })
  await agent.hello({ capabilities: [HAS_STAGES, MAKES_CLIPS] })
  const told = (change: object) =>
    agent.next('desired', ({ rooms }) => {
      const { seed } = rooms[0]?.stage?.voice ?? {}
      return Object.entries(change).every(([name, value]) => seed?.[name as 'speed'] === value)
    })
  await server.call(voiceApi.edit, { voice_id, version, speed: 1.5 }, admin)
  await told({ speed: 1.5 })
  const { resource_id } = await resource('lexicon')
  await publish(resource_id, [server_id])
  await look()
  const own = (await server.app.voice.rooms.of([room])).get(room.id)
  expect(own?.order.lexicon).toEqual([['行长', '航掌']])
  await told({ lexicon: own?.order.seed.lexicon })
})

test('a lexicon changes what is said once it is published, and with it the keys of clips', async () => {
  const { server_id } = await openai()
  const { voice_id } = await voiceOn(server_id)
  const { resource_id } = await resource('lexicon')
  await test1(voice_id)
  expect(lastAsked()['input']).toBe('行长来了')
  const { room } = await buildOnAir(server.platform)
  const seed = async () =>
    (await server.app.voice.rooms.of([room])).get(room.id)?.order ?? { seed: undefined }
  expect((await seed()).seed).toMatchObject({ lexicon: '' })

  await publish(resource_id, [server_id, EMBEDDED_SERVER])
  await look()
  expect((await waysOf(resource_id)).map(({ state }) => state)).toEqual(['done', 'failed'])
  await test1(voice_id)
  expect(lastAsked()['input']).toBe('航掌来了')
})

test('a room of the built-in voice reads by its lexicon, and its PC is told how', async () => {
  const { resource_id } = await resource('lexicon')
  // The program that speaks is not installed here: what stands there is written as publishing does
  await publish(resource_id, [EMBEDDED_SERVER])
  const row = await server.db.query
    .selectFrom('voice_resource')
    .selectAll()
    .executeTakeFirstOrThrow()
  await server.db.query
    .updateTable('voice_publish')
    .set({ state: 'done', revision: 1, upload_id: row.upload_id, sha256: row.sha256 })
    .execute()
  const { room } = await buildOnAir(server.platform)
  const own = (await server.app.voice.rooms.of([room])).get(room.id)
  expect(own?.order).toMatchObject({
    seed: { lexicon: expect.stringMatching(/^[0-9a-f]{64}$/) },
    lexicon: [['行长', '航掌']],
  })
  expect(own?.voices[0]?.lexicon).toEqual([['行长', '航掌']])
})

test('a voice is copied of a reference where that was published, and not before', async () => {
  const { server_id } = await openai()
  const ref = await resource('ref', '主播小雨', toneWav(3_000))
  const { voice_id } = await voiceOn(server_id, { ref_id: ref.resource_id, ref_text: '大家好' })
  expect(await test1(voice_id)).toMatchObject({
    code: 1008,
    msg: expect.stringMatching(/参考音频还没有发布/),
  })
  const plain = await voiceOn(server_id)
  await publish(ref.resource_id, [server_id])
  await look()
  const sent = there.asked.find(({ path }) => path === '/v1/audio/voices')
  expect(sent?.body).toContain('主播小雨')
  expect((await test1(voice_id)).code).toBe(0)
  expect(lastAsked()).toMatchObject({ voice: '主播小雨', ref_text: '大家好' })
  await test1(plain.voice_id)
  expect(lastAsked()['voice']).toBe('cmn')

  const lexicon = await resource('lexicon', '读音')
  const wrong = voiceDraft({ server_ids: [server_id], ref_id: lexicon.resource_id })
  expect(await server.call(voiceApi.add, wrong, admin)).toMatchObject({
    code: 1001,
    data: { fields: { ref_id: expect.stringMatching(/存在的参考音频/) } },
  })
})

test('a server fetches by a signed address, says so signed, is tried, and only then the next begins', async () => {
  const url = there.base_url.replace('/v1', '/fetch')
  const first = await openai({ publish_url: url })
  const second = await openai()
  await voiceOn(first.server_id)
  await voiceOn(second.server_id)
  const ref = await resource('ref', '主播小雨', toneWav(3_000))
  await publish(ref.resource_id, [first.server_id, second.server_id])
  expect(await publish(ref.resource_id, [first.server_id])).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/正在发布/),
  })
  await look()
  expect(await waysOf(ref.resource_id)).toMatchObject([
    { state: 'sending', error: '等待服务器取回' },
    { state: 'wait' },
  ])
  const { data: ports } = await server.call(voiceApi.ports, { server_id: first.server_id }, admin)
  expect(ports.list).toMatchObject([{ state: 'draining' }])

  const { told, headers, body } = ordered()
  const signature = createHmac('sha256', KEY)
    .update(`${String(headers['x-kaibo-timestamp'])}.${body}`)
    .digest('hex')
  expect(headers['x-kaibo-signature']).toBe(signature)
  expect(told).toMatchObject({ name: '主播小雨', version: 1, sha256: ref.sha256 })
  const address = String(told['url']).replace(PUBLIC, '')
  const file = await server.app.http.inject(address)
  expect(file.rawPayload.equals(toneWav(3_000))).toBe(true)
  expect((await server.app.http.inject(`${address}0`)).statusCode).toBe(404)

  const { resource_id, server_id, version, sha256 } = told
  const done = { resource_id, server_id, version, sha256, ok: true }
  expect((await published(done, 'another key')).statusCode).toBe(401)
  expect((await published(done)).json()).toMatchObject({ data: { known: true } })
  expect((await published(done)).json()).toMatchObject({ data: { known: false } })
  // It looks again after two seconds, by the clock of the database
  const states = async () => {
    await look()
    return (await waysOf(ref.resource_id)).map(({ state, revision }) => [state, revision])
  }
  await expect.poll(states, { timeout: 8_000 }).toEqual([
    ['done', 1],
    ['done', 1],
  ])
})

test.each([
  ['a hash that differs', { sha256: '0'.repeat(64) }, /校验值不符/],
  ['a server that did not take it', { ok: false }, /没有收下/],
])('%s ends it there, and the servers behind keep what they have', async (_, more, said) => {
  const url = there.base_url.replace('/v1', '/fetch')
  const first = await openai({ publish_url: url })
  const second = await openai()
  const ref = await resource('ref', '主播小雨', toneWav(3_000))
  await publish(ref.resource_id, [first.server_id, second.server_id])
  await look()
  const { resource_id, server_id, version, sha256 } = ordered().told
  await published({ resource_id, server_id, version, sha256, ok: true, ...more })
  await look()
  expect(await waysOf(resource_id as string)).toMatchObject([
    { state: 'failed', error: expect.stringMatching(said), revision: 0 },
    { state: 'halted', revision: 0 },
  ])
  const { data: ports } = await server.call(voiceApi.ports, { server_id: first.server_id }, admin)
  expect(ports.list).toMatchObject([{ state: 'idle' }])
})

test('a server that does not speak after it keeps what it had, and nothing goes further', async () => {
  const first = await openai()
  const second = await openai()
  await voiceOn(first.server_id)
  const { resource_id } = await resource('lexicon')
  await publish(resource_id, [first.server_id, second.server_id])
  there.manner = { does: 'silent' }
  await look()
  expect(await waysOf(resource_id)).toMatchObject([
    { state: 'failed', error: '试听没有声音', revision: 0 },
    { state: 'halted' },
  ])
})

test('what a voice is used for keeps it from being deleted: rooms and plans are named', async () => {
  const { voice_id } = await voiceOn(EMBEDDED_SERVER)
  const { room } = await buildOnAir(server.platform, { room: { name: '夜场' } })
  const segments = [{ kind: SegmentKind.talk, text: '大家好', voice_id }]
  await buildPlan(server, room.room_code, { name: '开场', segments })
  await server.db.query
    .insertInto('room_part')
    .values({
      room_id: room.id,
      part: 'anchor',
      value_json: JSON.stringify({ voice: { voice_id, speed: 1, pitch: 0, volume: 1 } }),
      live_json: null,
      version: 1,
      updated_at: 0,
      updated_by: null,
    })
    .execute()
  expect(await server.call(voiceApi.del, { voice_id }, admin)).toMatchObject({
    code: 1006,
    msg: '使用中：直播间「夜场」、计划「开场」',
  })
})
