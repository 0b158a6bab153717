import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let guild: Login
let studio: Login

beforeAll(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'guild-1' })
  operator = await server.login('operator')
  guild = await server.login('guild', { org_id: 'guild-1' })
  studio = await server.login('studio', { org_id: 'guild-1' })
})
afterAll(() => server.close())

const names = (answer: { data: { list: { name: string }[] } }) =>
  answer.data.list.map((option) => option.name)

test('the platforms come in their order and in the language asked for', async () => {
  const { data } = await server.call(lookupApi.platforms, {}, studio)
  expect(data.list[0]).toEqual({ id: 'douyin', name: '抖音' })
  expect(data.list.map((option) => option.name)).toEqual(
    '抖音 快手 哔哩哔哩 视频号 淘宝直播 小红书 斗鱼 虎牙 TikTok 其他'.split(' '),
  )
  const english = await server.app.http.inject({
    url: lookupApi.platforms.path,
    headers: { token: studio.token, 'accept-language': 'en-GB,en;q=0.9' },
  })
  expect(english.json().data.list[2]).toEqual({ id: 'bilibili', name: 'Bilibili' })
})

test('accounts: enabled ones of the scope, with the room that holds each', async () => {
  const { platform } = server
  const free = await buildLiveAccount(platform, { nickname: '甲 空闲', platform: 'huya' })
  const held = await buildLiveAccount(platform, { nickname: '乙 在用' })
  await buildLiveAccount(platform, { nickname: '丙 停用', enabled: 0 })
  await buildLiveAccount(platform, { nickname: '丁 公会', org_id: 'guild-1' })
  await buildRoom(platform, { name: '夜谈', account_id: held.account_id })
  const { data } = await server.call(lookupApi.liveAccounts, { keyword: '' }, operator)
  expect(data.list.find((option) => option.id === free.account_id)).toEqual({
    id: free.account_id,
    uid: free.account_id,
    name: '甲 空闲',
    platform: 'huya',
    used_by: null,
  })
  expect(data.list.find((option) => option.id === held.account_id)?.used_by).toBe('夜谈')
  expect(data.list.map((option) => option.name).sort()).toEqual(['丁 公会', '乙 在用', '甲 空闲'])

  expect(names(await server.call(lookupApi.liveAccounts, {}, guild))).toEqual(['丁 公会'])
  expect(names(await server.call(lookupApi.liveAccounts, {}, studio))).toEqual([])
  const found = await server.call(lookupApi.liveAccounts, { keyword: '在用' }, operator)
  expect(names(found)).toEqual(['乙 在用'])
})

test('of two rooms that are bound to an account, the one that is to run is named', async () => {
  const { account_id } = await buildLiveAccount(server.platform, { nickname: '两间' })
  const rooms = [
    { name: '旧的' },
    { name: '要播的', desired_run: 1 },
    { name: '新的' },
    { name: '删掉的', desired_run: 1, deleted_at: 1 },
  ]
  for (const room of rooms) {
    server.clock.advance(1)
    await buildRoom(server.platform, { account_id, ...room })
  }
  const { data } = await server.call(lookupApi.liveAccounts, { keyword: '两间' }, operator)
  expect(data.list[0]?.used_by).toBe('要播的')
})

test('PCs: those of the scope, with their state and the room that holds each', async () => {
  const { platform } = server
  const one = await buildPc(platform, { name: 'PC-01', online: 1 })
  const two = await buildPc(platform, { name: 'PC-02' })
  await buildPc(platform, { name: 'PC-99', org_id: 'guild-1' })
  await buildRoom(platform, { name: '早间', pc_id: two.id })
  const { data } = await server.call(lookupApi.pcs, {}, operator)
  expect(data.list).toEqual([
    { id: one.id, uid: one.id, name: 'PC-01', presence: 'online', used_by: null },
    { id: two.id, uid: two.id, name: 'PC-02', presence: 'offline', used_by: '早间' },
    expect.objectContaining({ name: 'PC-99' }),
  ])
  expect(names(await server.call(lookupApi.pcs, {}, guild))).toEqual(['PC-99'])
  expect(names(await server.call(lookupApi.pcs, {}, studio))).toEqual([])
  expect(names(await server.call(lookupApi.pcs, { keyword: 'pc-02' }, operator))).toEqual(['PC-02'])
})

test('organisations: those of the scope, the disabled last', async () => {
  await buildOrg(server.platform, { id: 'guild-off', name: '甲停用', enabled: 0 })
  const all = (await server.call(lookupApi.orgs, {}, operator)).data.list
  expect(all.at(-1)).toEqual({ id: 'guild-off', uid: 'guild-off', name: '甲停用', enabled: 0 })
  expect(all.map((option) => option.id)).toContain('default')
  const own = (await server.call(lookupApi.orgs, {}, guild)).data.list
  expect(own.map((option) => option.id)).toEqual(['guild-1'])
  expect((await server.call(lookupApi.orgs, {}, studio)).data.list).toEqual([])
})

test('rule sets: those of the scope that are enabled and published', async () => {
  const add = async (name: string, kind: 'talk' | 'drive', as: Login, live_v: number | null) => {
    const { data } = await server.call(talkApi.add, { name, kind }, as)
    const rule = server.platform.db.query
      .updateTable('talk_rule')
      .where('rule_id', '=', data.rule_id)
    await rule.set({ live_v }).execute()
    return data
  }
  const live = await add('答谢话术', 'talk', operator, 3)
  await add('暖场话术', 'drive', operator, 1)
  await add('还没发布', 'talk', operator, null)
  const off = await add('停用的', 'talk', operator, 1)
  const { rule_id, version } = off
  await server.call(talkApi.update, { rule_id, version, enabled: 0 }, operator)
  await add('公会的话术', 'talk', guild, 1)
  const { data } = await server.call(lookupApi.rules, { kind: 'talk' }, operator)
  expect(data.list).toContainEqual({
    id: live.rule_id,
    uid: live.rule_id,
    name: '答谢话术',
    kind: 'talk',
    game_id: null,
    live_v: 3,
  })
  expect(names({ data }).sort()).toEqual(['公会的话术', '答谢话术'])
  expect(names(await server.call(lookupApi.rules, { keyword: '暖场' }, operator))).toEqual([
    '暖场话术',
  ])
  expect(names(await server.call(lookupApi.rules, {}, guild))).toEqual(['公会的话术'])
})

test('areas: every word in use within the scope, once', async () => {
  const { platform } = server
  await buildOrg(platform, { id: 'guild-2', areas_json: JSON.stringify(['华东', '西南%']) })
  await buildLiveAccount(platform, { area: '华东' })
  await buildLiveAccount(platform, { area: '华北', org_id: 'guild-1' })
  const { data } = await server.call(lookupApi.areas, {}, operator)
  expect(names({ data }).filter((name) => name === '华东')).toHaveLength(1)
  expect(data.list).toContainEqual({ id: '华北', uid: '华北', name: '华北' })
  expect(names(await server.call(lookupApi.areas, {}, guild))).toEqual(['华北'])
  expect(names(await server.call(lookupApi.areas, { keyword: '%' }, operator))).toEqual(['西南%'])
})

test.each(['%', '_', '\\', "' or 1=1 --", '<script>alert(1)</script>'])(
  'the keyword %j is text to look for and nothing else',
  async (keyword) => {
    const { id } = await buildPc(server.platform, { name: `文字${keyword}在内` })
    const { data } = await server.call(lookupApi.pcs, { keyword }, operator)
    expect(data.list.map((option) => option.id)).toEqual([id])
  },
)

test('at most 200 options come, and a longer keyword than 50 is refused', async () => {
  const org_id = (await buildOrg(server.platform)).id
  const as = await server.login('guild', { org_id })
  for (let i = 0; i < 201; i++) await buildPc(server.platform, { org_id, name: `号${i}` })
  expect((await server.call(lookupApi.pcs, {}, as)).data.list).toHaveLength(200)
  const refused = await server.call(lookupApi.pcs, { keyword: '长'.repeat(51) }, as)
  expect(refused.code).toBe(1001)
  expect(refused.data).toEqual({ fields: { keyword: '关键词最多50个字符' } })
})

test('without a login nothing is answered', async () => {
  for (const call of Object.values(lookupApi)) {
    expect((await server.call(call, {})).code).toBe(1002)
  }
})

test('studios: all for who sees all, its own for a studio’s people, none for a guild’s', async () => {
  for (const id of ['studio-1', 'studio-2']) await buildOrg(server.platform, { id, is_studio: 1 })
  const own = await server.login('studio', { org_id: 'studio-2' })
  const owner = await server.login('guild', { org_id: 'studio-2' })
  const studios = async (as: Login) => names(await server.call(lookupApi.studios, {}, as))
  expect(await studios(operator)).toEqual(['公会studio-1', '公会studio-2'])
  expect(await studios(own)).toEqual(['公会studio-2'])
  expect(await studios(owner)).toEqual([])
})

test('actors and voices: what comes with the program, one’s own, with how long the licence holds', async () => {
  const at = server.clock.now()
  const stamped = { version: 1, created_at: at, updated_at: at, updated_by: null }
  const parts = { licence_json: null, builtin: 0, parts_json: '{}', tags_json: '[]' } as const
  const actor = { ...stamped, ...parts, kind: 'actor', type: 1 } as const
  await server.db.query
    .insertInto('asset')
    .values([
      { ...actor, asset_id: 'a1', name: '小鹿', org_id: 'guild-1', expire_at: at },
      { ...actor, asset_id: 'a2', name: '小马', org_id: 'another', expire_at: null },
      {
        ...actor,
        asset_id: 'a3',
        name: '小鹿的房间',
        org_id: null,
        expire_at: null,
        kind: 'background',
      },
    ])
    .execute()
  await server.platform.search.keep(server.db.query, 'asset', ['a1', 'a2', 'a3'])
  const { parts_json: _, tags_json: __, ...own } = parts
  const sound = { provider: 'openai', engine_voice: 'v', lang: 'zh-CN', gender: 'male' } as const
  const voice = { ...stamped, ...own, ...sound, params_json: '{}', expire_at: null } as const
  await server.db.query
    .insertInto('voice')
    .values([
      { ...voice, voice_id: 'v1', name: '低音', org_id: 'guild-1', enabled: 1 },
      { ...voice, voice_id: 'v2', name: '停用的', org_id: 'guild-1', enabled: 0 },
      { ...voice, voice_id: 'v3', name: '别家的', org_id: 'another', enabled: 1 },
    ])
    .execute()

  const actors = async (as: Login, keyword?: string) =>
    (await server.call(lookupApi.actors, { keyword }, as)).data.list
  expect(await actors(guild)).toEqual([
    { id: 'builtin:xiaokai', uid: 'builtin:xiaokai', name: '小开', type: 0, expire_status: 0 },
    { id: 'builtin:xiaobo', uid: 'builtin:xiaobo', name: '小播', type: 3, expire_status: 0 },
    { id: 'builtin:xiaoyin', uid: 'builtin:xiaoyin', name: '小音', type: 3, expire_status: 0 },
    { id: 'a1', uid: 'a1', name: '小鹿', type: 1, expire_status: 3 },
  ])
  expect((await actors(operator)).map(({ name }) => name)).toEqual([
    '小开',
    '小播',
    '小音',
    '小马',
    '小鹿',
  ])
  expect((await actors(guild, '鹿')).map(({ id }) => id)).toEqual(['a1'])
  const voices = await server.call(lookupApi.voices, {}, guild)
  expect(voices.data.list.map(({ name, provider, gender }) => [name, provider, gender])).toEqual([
    ['内置语音', 'embedded', 'neutral'],
    ['低音', 'openai', 'male'],
  ])
})
