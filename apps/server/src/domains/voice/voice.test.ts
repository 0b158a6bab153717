import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { EMBEDDED_SERVER, serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'

let server: TestServer
let admin: Login
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
  operator = await server.login('operator')
})
afterAll(() => server.close())

const add = (more?: Parameters<typeof voiceDraft>[0], as = admin) =>
  server.call(voiceApi.add, voiceDraft(more), as)
type ServerDraft = InputOf<typeof voiceApi.saveServer>
const OPENAI: ServerDraft = {
  name: '阿里',
  provider: 'openai',
  base_url: 'https://voice.example/v1',
  model: 'tts-1',
}
const saveServer = (more: Partial<ServerDraft> = {}, as = admin) =>
  server.call(voiceApi.saveServer, { ...OPENAI, ...more }, as)

test('a new installation has a server with two ports and a voice that is on it', async () => {
  const { data: servers } = await server.call(voiceApi.servers, {}, operator)
  expect(servers.list).toMatchObject([
    { server_id: EMBEDDED_SERVER, name: '内置语音', ports: 2, state: 'ok', voices: 1, builtin: 1 },
  ])
  const { data: ports } = await server.call(voiceApi.ports, {}, operator)
  expect(ports.list.map(({ number, state }) => [number, state])).toEqual([
    [1, 'idle'],
    [2, 'idle'],
  ])
  const { data: voices } = await server.call(voiceApi.list, {}, operator)
  expect(voices.list).toMatchObject([
    { name: '内置语音', servers: [{ id: EMBEDDED_SERVER }], expire_status: 0, builtin: 1 },
  ])
})

test('a voice has the provider of its servers, a licence that runs out, and is chosen for rooms', async () => {
  const soon = server.clock.now() + 86_400_000
  const licence = { holder: '某配音公司', expire_at: soon, note: '仅限直播' }
  const { data: row } = await add({ name: '甜美女声', licence, speed: 1.1, gender: 'female' })
  expect(row).toMatchObject({
    provider: 'embedded',
    speed: 1.1,
    pitch: 0,
    volume: 1,
    expire_status: 2,
    licence,
    org: null,
  })
  const found = await server.call(voiceApi.list, { expire_status: 2 }, operator)
  expect(found.data.list.map(({ name }) => name)).toEqual(['甜美女声'])
  const { data } = await server.call(lookupApi.voices, {}, operator)
  expect(data.list.find(({ id }) => id === row.voice_id)).toMatchObject({ expire_status: 2 })
})

test.each([
  [{ extra: '[1]' }, 'extra', /须为JSON对象/],
  [{ extra: '{"model":"x"}' }, 'extra', /须为JSON对象/],
  [{ speed: 3 }, 'speed', /语速/],
  [{ server_ids: [] }, 'server_ids', /语音服务器/],
  [{ server_ids: ['gone'] }, 'server_ids', /请选择存在的语音服务器/],
  [{ name: '' }, 'name', /请输入名称/],
])('%j is refused at its field', async (more, field, said) => {
  expect(await add(more)).toMatchObject({
    code: 1001,
    data: { fields: { [field]: expect.stringMatching(said) } },
  })
})

test('servers of two kinds do not speak one voice; a built-in voice stays with its server', async () => {
  const { server_id } = await serverOf(server)
  const mixed = await add({ server_ids: [EMBEDDED_SERVER, server_id] })
  expect(mixed).toMatchObject({
    code: 1001,
    data: { fields: { server_ids: expect.stringMatching(/同一类/) } },
  })
  const { data } = await server.call(voiceApi.list, { voice_id: 'builtin:embedded' }, admin)
  const { voice_id, version = 0 } = data.list[0] ?? { voice_id: '' }
  const moved = { voice_id, version, server_ids: [server_id] }
  expect(await server.call(voiceApi.edit, moved, admin)).toMatchObject({ code: 1001 })
  expect(await server.call(voiceApi.del, { voice_id }, admin)).toMatchObject({
    code: 1006,
    msg: '内置音色不能删除',
  })
})

test('a voice of all guilds is seen by a guild and changed by operators only; its own it has to itself', async () => {
  const extra_actions = ['voice.look', 'voice.add', 'voice.edit', 'voice.del']
  const one = await server.login('guild', { org_id: 'guild-1', extra_actions })
  const two = await server.login('guild', { org_id: 'guild-2', extra_actions })
  const { data: common } = await add({ name: '共用' })
  const { data: own } = await add({ name: '自有' }, one)
  expect(own.org).toMatchObject({ id: 'guild-1' })
  const names = async (as: Login) =>
    (await server.call(voiceApi.list, { keyword: '有' }, as)).data.list.map(({ name }) => name)
  expect(await names(one)).toEqual(['自有'])
  expect(await names(two)).toEqual([])
  const edit = (row: typeof own, as: Login) =>
    server.call(voiceApi.edit, { voice_id: row.voice_id, version: row.version, pitch: 1 }, as)
  expect(await edit(common, one)).toMatchObject({
    code: 1003,
    msg: expect.stringMatching(/只有运营可以修改/),
  })
  expect(await edit(own, two)).toMatchObject({ code: 1005, msg: '音色不存在' })
  expect(await edit(own, one)).toMatchObject({ code: 0, data: { pitch: 1 } })
  expect(await edit(own, one)).toMatchObject({ code: 1006 })
  expect(await server.call(voiceApi.del, { voice_id: own.voice_id }, one)).toMatchObject({
    code: 0,
  })
})

test('a voice that a room names is not deleted, and the answer says where it is', async () => {
  const { data: voice } = await add({ name: '在用' })
  const { room } = await buildOnAir(server.platform, { org_id: 'guild-3' })
  await server.db.query
    .insertInto('room_part')
    .values({
      room_id: room.id,
      part: 'reply',
      value_json: JSON.stringify({ list: [{ voice: voice.voice_id }] }),
      version: 1,
      updated_at: 0,
      updated_by: null,
    })
    .execute()
  expect(await server.call(voiceApi.del, { voice_id: voice.voice_id }, admin)).toMatchObject({
    code: 1006,
    msg: `使用中：直播间「${room.name}」`,
  })
})

test('a key is kept sealed, never answered nor audited, and stays when it is left out', async () => {
  const { data: row } = await saveServer({ name: '密钥', api_key: 'sk-4711-secret' })
  expect(row).toMatchObject({ has_key: true })
  const { server_id: id, version } = row
  const { data: kept } = await saveServer({ id, version, name: '密钥', ports: 3 })
  expect(kept).toMatchObject({ has_key: true, ports: 3 })
  const { data: cleared } = await saveServer({
    id,
    version: kept.version,
    name: '密钥',
    api_key: '',
  })
  expect(cleared.has_key).toBe(false)
  const everything = [
    row,
    await server.db.query.selectFrom('audit').selectAll().execute(),
    await server.db.query.selectFrom('voice_server').selectAll().execute(),
  ]
  expect(JSON.stringify(everything)).not.toContain('4711')
})

test.each([
  [{ base_url: 'ftp://x' }, 'base_url', /须以http/],
  [{ base_url: 'https://user:pass@x.example' }, 'base_url', /不能带用户名和密码/],
  [{ base_url: '' }, 'base_url', /请输入接口地址/],
  [{ model: '' }, 'model', /请输入模型/],
  [{ ports: 33 }, 'ports', /端口数/],
  [{ provider: 'embedded' as const, base_url: '' }, 'provider', /只有一个/],
])('the server %j is refused at its field', async (more, field, said) => {
  expect(await saveServer({ name: '不行', ...more })).toMatchObject({
    code: 1001,
    data: { fields: { [field]: expect.stringMatching(said) } },
  })
})

test('fewer ports unbind the rooms of those that go; a server with rooms or with a voice of its own stays', async () => {
  const { server_id: id, version } = (await saveServer({ name: '端口', ports: 2 })).data
  const { data: voice } = await add({ name: '端口音色', server_ids: [id] })
  const { room } = await buildOnAir(server.platform, { org_id: 'guild-4' })
  const ports = async () => (await server.call(voiceApi.ports, { server_id: id }, admin)).data.list
  const second = (await ports())[1]?.port_id ?? ''
  const bind = (port_id: string) =>
    server.db.query
      .insertInto('voice_binding')
      .values({ room_id: room.id, port_id, voice_id: voice.voice_id, at: 0 })
      .onConflict((on) => on.column('room_id').doUpdateSet({ port_id }))
      .execute()
  await bind(second)
  expect((await ports())[1]?.rooms).toMatchObject([{ room_code: room.room_code }])
  const fewer = await saveServer({ id, version, name: '端口', ports: 1 })
  expect(fewer).toMatchObject({ code: 0, data: { rooms: 0 } })
  await bind((await ports())[0]?.port_id ?? '')
  const del = () => server.call(voiceApi.delServer, { server_id: id }, admin)
  expect(await del()).toMatchObject({ code: 1006, msg: expect.stringMatching(/仍有直播间绑定/) })
  await server.db.query.deleteFrom('voice_binding').execute()
  expect(await del()).toMatchObject({ code: 1006, msg: expect.stringMatching(/端口音色/) })
  await server.call(voiceApi.del, { voice_id: voice.voice_id }, admin)
  expect(await del()).toMatchObject({ code: 0 })
  expect(await ports()).toEqual([])
})

const hours = (from: number, to: number) => server.call(voiceApi.statistic, { from, to }, operator)

test('two servers have two names, and statistics are of at most a week', async () => {
  await saveServer({ name: '唯一' })
  expect(await saveServer({ name: '唯一' })).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/已有同名/),
  })
  const day = 86_400_000
  expect(await hours(0, 8 * day)).toMatchObject({
    code: 1001,
    data: { fields: { to: expect.stringMatching(/7天/) } },
  })
  expect(await hours(day, day)).toMatchObject({ code: 1001 })
  expect(await hours(0, 7 * day)).toMatchObject({ code: 0, data: { list: [] } })
})
