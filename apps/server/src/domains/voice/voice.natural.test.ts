import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClipFrame } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildStudio } from '@kaibo/testkit/build/room.build.ts'
import { acceptLicence } from '@kaibo/testkit/build/voice.build.ts'
import { uploadOf } from '@kaibo/testkit/build/upload.build.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { pcGet } from '@kaibo/testkit/pc-get.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import type { TarEntry } from '@kaibo/testkit/tar.ts'
import { meloDouble, speakersDouble, type ModelFiles } from '@kaibo/testkit/voice-double.ts'
import { clipKey, EMBEDDED } from '@kaibo/voice/seed.ts'
import { soundIn } from '@kaibo/voice/sound.ts'

const SPEAKER = new URL('../../../../speaker/src/main.ts', import.meta.url)
const program = programOf(SPEAKER, './natural.ts', './unpack.ts')
const NONE = Readable.from([])
const LICENCE = { holder: '某研究组', expire_at: null, note: 'MIT' }

let server: TestServer
let admin: Login
beforeEach(async () => {
  server = await bootServer({ config: { speakerFile: program.file } })
  admin = await server.login('admin')
})
afterEach(() => server.close())

type Draft = InputOf<typeof voiceApi.addNatural>
async function add(archive = modelArchive(), more: Partial<Draft> = {}) {
  const upload_id = await uploadOf(server, admin, { kind: 'model', bytes: archive })
  const draft = { name: '自然', upload_id, licence: LICENCE, ...more }
  return server.call(voiceApi.addNatural, draft, admin)
}
/** Has it published, with its licence accepted, and answers how far that came. */
async function published() {
  await server.app.jobs.look()
  await acceptLicence(server, admin)
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const [way] = data.list[0]?.servers ?? []
  if (!way) throw new Error('nothing was published')
  return way
}
const voiceRow = async (name = '自然') => {
  const { data } = await server.call(voiceApi.list, {}, admin)
  const row = data.list.find((one) => one.name === name)
  if (!row) throw new Error('no such voice')
  return row
}
const ports = async (server_id: string) =>
  (await server.call(voiceApi.ports, { server_id }, admin)).data.list
const test1 = (voice_id: string, text = '欢迎来到直播间', port_id?: string) =>
  server.call(voiceApi.test, { voice_id, text, ...(port_id && { port_id }) }, admin)

test('a model is unpacked, spoken once and only then usable; a room speaks by it', async () => {
  expect(await add()).toMatchObject({ code: 0, data: { kind: 'model', revision: 1 } })
  const before = await voiceRow()
  expect(before).toMatchObject({ provider: 'natural', enabled: 0, licence: LICENCE })
  expect(await test1(before.voice_id)).toMatchObject({ code: 1009 })

  expect(await published()).toMatchObject({ state: 'done', revision: 1, error: null })
  const voice = await voiceRow()
  expect(voice).toMatchObject({ enabled: 1, servers: [{ name: '自然' }] })
  const { code, data } = await test1(voice.voice_id)
  expect([code, data]).toMatchObject([0, { silent: false, clipped: false }])
  expect(data.first_ms).toBeLessThanOrEqual(data.total_ms)

  const { room, pc } = await buildOnAir(server.platform)
  await server.db.query
    .insertInto('room_part')
    .values({
      room_id: room.id,
      part: 'anchor',
      value_json: JSON.stringify({
        voice: { voice_id: voice.voice_id, speed: 1, pitch: 0, volume: 1 },
      }),
      live_json: null,
      version: 1,
      updated_at: 0,
      updated_by: null,
    })
    .execute()
  const { data: resources } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const own = (await server.app.voice.rooms.of([room])).get(room.id)
  const model = resources.list[0]?.sha256
  expect(own?.order.seed).toMatchObject({ provider: 'natural', model, voice: '0' })
  // The room's PC is told where it may have the model itself
  const file = own?.order.model
  expect(file).toMatchObject({ sha256: model, type: 'application/x-bzip2' })
  const fetched = async (hash = '') =>
    buffer((await (await server.app.voice.modelFor(file?.asset_id ?? '', hash))?.read()) ?? NONE)
  expect((await fetched(model)).equals(modelArchive())).toBe(true)
  expect((await fetched('0'.repeat(64))).length).toBe(0)
  const text = '谢谢大家'
  const frames: ClipFrame[] = []
  const asked = { type: 'voice', id: 'a', room_code: room.room_code, text } as const
  await server.app.voice.speech.speak(pc.id, asked, (frame) => void frames.push(frame))
  expect(frames).toMatchObject([
    { of: 1, pieces: [{ text, hash: clipKey(own?.order.seed ?? EMBEDDED, text) }] },
  ])
  const sound = await server.app.http.inject(frames[0]?.pieces[0]?.url ?? '')
  expect(soundIn(sound.rawPayload)).toMatchObject({ clipped: 0 })
})

test('what is added is a model, and has so many ports', async () => {
  const refused = await add(modelArchive(), { ports: 5 })
  expect(refused).toMatchObject({
    code: 1001,
    data: {
      fields: {
        ports: expect.stringMatching(/端口数/),
      },
    },
  })
  const upload_id = await uploadOf(server, admin, { kind: 'lexicon', bytes: Buffer.from('行=航') })
  expect(await add(undefined, { upload_id })).toMatchObject({
    code: 1001,
    data: { fields: { upload_id: expect.stringMatching(/不是此类资源/) } },
  })
})

const resource = async () => {
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const [row] = data.list
  if (!row) throw new Error('no resource')
  return row
}
const licence = async (resource_id: string) =>
  (await server.call(voiceApi.modelLicence, { resource_id }, admin)).data
const accept = (resource_id: string, sha256: string) =>
  server.call(voiceApi.acceptLicence, { resource_id, sha256 }, admin)

test('what its archive says of how it may be used is shown and accepted, before the model is heard; of another file anew', async () => {
  await add()
  const { resource_id, sha256 } = await resource()
  expect(await licence(resource_id)).toEqual({ sha256: '', texts: [] })
  await server.app.jobs.look()
  await server.app.jobs.look()
  expect((await resource()).servers).toMatchObject([{ state: 'licence', revision: 0 }])
  expect((await voiceRow()).enabled).toBe(0)
  const text = expect.stringMatching(/^MIT License\n/)
  expect(await licence(resource_id)).toEqual({ sha256, texts: [{ name: 'LICENSE', text }] })

  // Whoever does not accept it brings another model in its place
  const bytes = modelArchive({ ...meloDouble(), LICENSE: '仅供研究' })
  const upload_id = await uploadOf(server, admin, { kind: 'model', bytes })
  const { version, name, kind } = await resource()
  const draft = { id: resource_id, version, name, kind, upload_id }
  expect(await server.call(voiceApi.saveResource, draft, admin)).toMatchObject({
    code: 0,
    data: { servers: [{ state: 'wait' }] },
  })
  const { sha256: next } = await resource()
  expect(await licence(resource_id)).toEqual({ sha256: '', texts: [] })
  expect(await accept(resource_id, sha256)).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/已经更换/),
  })
  await server.db.query.deleteFrom('job_lease').execute()
  await server.app.jobs.look()
  expect(await licence(resource_id)).toMatchObject({ sha256: next, texts: [{ text: '仅供研究' }] })
  expect(await accept(resource_id, next)).toMatchObject({
    code: 0,
    data: { servers: [{ state: 'sending' }] },
  })
  await server.db.query.deleteFrom('job_lease').execute()
  await server.app.jobs.look()
  expect((await resource()).servers).toMatchObject([{ state: 'done', revision: 2 }])
  expect((await voiceRow()).enabled).toBe(1)
})

test('two ports speak at once, each speaker of the model in its own pitch', async () => {
  await add(modelArchive(speakersDouble()), { ports: 2 })
  await published()
  const { voice_id, version } = await voiceRow()
  const low = await test1(voice_id)
  await server.call(voiceApi.edit, { voice_id, version, engine_voice: '3' }, admin)
  const both = await Promise.all([test1(voice_id), test1(voice_id)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const heard = async ({ data }: typeof low) => (await server.app.http.inject(data.url)).rawPayload
  expect((await heard(low)).equals(await heard(both[0]))).toBe(false)
})

test('a PC fetches the model over HTTP by its hash, resumed where it broke off, while a voice speaks by it', async () => {
  await add()
  const { server_id } = await published()
  const url = await server.listen()
  const { pc } = await buildStudio(server.platform, url)
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const [row] = data.list
  const file = { asset_id: row?.resource_id ?? '', sha256: row?.sha256 ?? '' }
  const get = (how?: Parameters<typeof pcGet>[2], wanted = file) =>
    pcGet({ url, pc, ts: server.clock.now() }, wanted, how)
  const [begun, rest] = [await get({ range: 'bytes=0-99' }), await get({ range: 'bytes=100-' })]
  expect([begun.status, rest.status]).toEqual([206, 206])
  expect(Buffer.concat([begun.bytes, rest.bytes]).equals(modelArchive())).toBe(true)
  expect((await get({ about: '' })).status).toBe(401)
  expect((await get({}, { ...file, sha256: '0'.repeat(64) })).status).toBe(404)
  await server.db.query
    .updateTable('voice_server')
    .set({ enabled: 0 })
    .where('server_id', '=', server_id)
    .execute()
  expect((await get()).status).toBe(404)
})

const climbing: TarEntry = { name: 'vits-double/../../tokens.txt', bytes: 'x' }
const link: TarEntry = { name: 'vits-double/lexicon-2.txt', type: '2', to: '/etc/passwd' }
const many = Array.from({ length: 2_001 }, (_, at) => ({ name: `vits-double/${at}.fst` }))
const damaged = Buffer.concat([modelArchive().subarray(0, 700), Buffer.alloc(300)])

test.each([
  ['climbs out of its folder', modelArchive(meloDouble(), [climbing]), /跑出文件夹/],
  ['has a link', modelArchive(meloDouble(), [link]), /有链接/],
  ['has 2,001 entries', modelArchive(meloDouble(), many), /超过2000个/],
  ['is damaged', damaged, /已损坏/],
  ['has no model', modelArchive({ 'notes.doc': 'x' }), /没有语音模型/],
])(
  'an archive that %s is refused in words, and nothing of it is kept',
  async (_, archive, said) => {
    await add(archive)
    expect(await published()).toMatchObject({ state: 'failed', error: expect.stringMatching(said) })
    expect((await voiceRow()).enabled).toBe(0)
    expect(await readdir(join(server.dataDir, 'models'))).toEqual([])
  },
)

test.skipIf(!existsSync('/dev/full'))(
  'where the disk is full that is said, nothing of the model stays, and it is published once there is room',
  async () => {
    await add()
    const { resource_id, sha256 } = await resource()
    const folder = join(server.dataDir, 'models')
    await mkdir(folder, { recursive: true })
    await symlink('/dev/full', join(folder, `${sha256}.tar.bz2`))
    const { state, error, server_id } = await published()
    expect([state, error]).toEqual(['failed', expect.stringMatching(/磁盘空间不足/)])
    expect(await readdir(folder)).toEqual([])
    await server.call(voiceApi.publish, { resource_id, server_ids: [server_id] }, admin)
    await server.db.query.deleteFrom('job_lease').execute()
    expect(await published()).toMatchObject({ state: 'done', error: null })
  },
)

const noModel: ModelFiles = { ...meloDouble(), 'model.onnx': 'no model at all' }

test('a model that kills its program is not used, and the server lives', async () => {
  await add(modelArchive(noModel))
  expect(await published()).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/模型可能已损坏/),
  })
  expect((await voiceRow()).enabled).toBe(0)
})

test('a program that dies takes its port down, and a text that the model cannot say does not', async () => {
  await add(undefined, { ports: 2 })
  const { server_id } = await published()
  const { voice_id } = await voiceRow()
  const [first, second] = await ports(server_id)
  const said = (port_id = '', text = '你好') => test1(voice_id, text, port_id)
  expect(await said(first?.port_id, '龘龘')).toMatchObject({
    code: 1008,
    msg: expect.stringMatching(/读不出/),
  })
  expect(await ports(server_id)).toMatchObject([{ state: 'idle' }, { state: 'idle' }])

  // The second port has not spoken yet: it opens what stands on the disk
  const { data } = await server.call(voiceApi.servers, { server_id }, admin)
  const folder = join(server.dataDir, 'models', data.list[0]?.model ?? '')
  await rm(join(folder, 'model.onnx'))
  await writeFile(join(folder, 'model.onnx'), 'damaged')
  expect(await said(second?.port_id)).toMatchObject({
    code: 1008,
    msg: expect.stringMatching(/已损坏/),
  })
  expect(await ports(server_id)).toMatchObject([{ state: 'idle' }, { state: 'down' }])
  expect((await said(first?.port_id)).code).toBe(0)
})

test('a model that nobody speaks by any more is given up: after its server, and after its next revision', async () => {
  const kept = () => readdir(join(server.dataDir, 'models'))
  await add()
  const { server_id } = await published()
  const [first] = await kept()
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const [row] = data.list
  const bytes = modelArchive({ ...meloDouble(), LICENSE: 'another one' })
  const upload_id = await uploadOf(server, admin, { kind: 'model', bytes })
  const { resource_id: id = '', version = 0 } = row ?? {}
  const next = { id, version, name: '自然', kind: 'model' as const, upload_id }
  await server.call(voiceApi.saveResource, next, admin)
  await server.call(voiceApi.publish, { resource_id: id, server_ids: [server_id] }, admin)
  // It is looked for every two seconds
  await server.db.query.deleteFrom('job_lease').execute()
  expect(await published()).toMatchObject({ state: 'done', revision: 2 })
  await expect.poll(kept).toEqual([expect.not.stringMatching(String(first))])
  await server.call(voiceApi.del, { voice_id: (await voiceRow()).voice_id }, admin)
  expect(await server.call(voiceApi.delServer, { server_id }, admin)).toMatchObject({ code: 0 })
  await expect.poll(kept).toEqual([])
})
