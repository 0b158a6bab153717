import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { running } from './talk.fixture.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

let ids = 0
const reply = (keyword: string, said: string, more: Partial<Reply> = {}): Reply => ({
  id: `r${++ids}`,
  keywords: [keyword],
  match: 'contains',
  replies: [said],
  at: 0,
  cooldown_s: 30,
  enabled: 1,
  ...more,
})
const bound = (rule_id: string) => ({ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] })
const saveReplies = (room_code: string, version: number, list: Reply[]) =>
  server.call(talkApi.saveReplies, { room_code, version, list }, operator)

test('the questions of a room are in what its PC runs by, but for those that are off or over', async () => {
  const pc = await running(server, url)
  const { room, agent } = pc
  const over = server.clock.now()
  const list = [
    reply('音响', '有的', { at: 1 }),
    reply('停用的', '不说', { enabled: 0 }),
    reply('过期的', '不说了', { valid_until: over }),
    reply('优惠', '今晚有', { valid_until: over + 60_000 }),
  ]
  const { data } = await saveReplies(room.room_code, 0, list)
  expect(data).toMatchObject({ version: 1, replies: list })
  expect(JSON.parse(await pc.next()).answers).toEqual([
    {
      id: list[0]?.id,
      keywords: ['音响'],
      match: 'contains',
      replies: ['有的'],
      cooldown_ms: 30_000,
      at: true,
    },
    expect.objectContaining({ keywords: ['优惠'], until: over + 60_000 }),
  ])
  const { data: part } = await server.call(
    talkApi.part,
    { room_code: room.room_code, part: 'reply' },
    operator,
  )
  expect(part.replies).toEqual(list)
  agent.kill()
})

test('two that save the questions at once: the second sees the first’s', async () => {
  const { room_code } = await buildRoom(server.platform)
  const first = [reply('发货', '明天')]
  await saveReplies(room_code, 0, first)
  expect(await saveReplies(room_code, 0, [])).toMatchObject({
    code: 1006,
    msg: '他人刚刚保存过此直播间的话术，请核对后重新提交',
    data: { version: 1, replies: first },
  })
})

test('a keyword that two enabled questions answer alike is told at both', async () => {
  const { room_code } = await buildRoom(server.platform)
  const twice = [
    reply('音响', '一'),
    reply('灯光', '二', { keywords: ['灯光', '音 响'] }),
    reply('音响', '三', { match: 'exact' }),
    reply('音响', '四', { enabled: 0 }),
  ]
  expect(await saveReplies(room_code, 0, twice)).toMatchObject({
    code: 1001,
    data: {
      fields: {
        'list.0.keywords.0': '关键词「音响」重复了',
        'list.1.keywords.1': '关键词「音 响」重复了',
      },
    },
  })
  expect((await saveReplies(room_code, 0, [reply('', '空')])).data).toMatchObject({
    fields: { 'list.0.keywords.0': expect.stringContaining('关键词') },
  })
})

test('a danmu is tried on questions that are not saved, by the code of the PC', async () => {
  const { room_code } = await buildRoom(server.platform)
  const list = [reply('音响', '有的', { at: 1 }), reply('灯光', '三盏')]
  const ask = (text: string) => server.call(talkApi.tryReply, { room_code, text, list }, operator)
  expect((await ask('你们音响怎么样')).data).toEqual({
    answer: { id: list[0]?.id, keyword: '音响', text: '观众，有的' },
  })
  expect((await ask('今天天气不错')).data).toEqual({ answer: null })
})

test('when a room speaks of its own accord is saved with the sets for it, and sent to its PC', async () => {
  const pc = await running(server, url)
  const { room, agent } = pc
  const { room_code } = room
  const kinds = { talk: '', drive: '' }
  for (const kind of ['talk', 'drive'] as const) {
    const { data } = await server.call(talkApi.add, { name: `主动${kind}`, kind }, operator)
    kinds[kind] = data.rule_id
  }
  const quiet = [{ from: '23:30', to: '07:00' }]
  const save = (list: ReturnType<typeof bound>[], idle_s = 45) =>
    server.call(talkApi.bindDrive, { room_code, version: 0, list, idle_s, quiet }, operator)
  expect(await save([bound(kinds.talk)])).toMatchObject({
    code: 1001,
    data: { fields: { 'list.0.rule_id': '规则集「主动talk」是事件话术，不能绑定在这里' } },
  })
  expect((await save([], 4)).data).toMatchObject({
    fields: { idle_s: expect.stringContaining('多久没说话算冷场') },
  })
  expect((await save([bound(kinds.drive)])).data).toMatchObject({
    version: 1,
    list: [{ rule_id: kinds.drive }],
    drive: { idle_s: 45, quiet },
  })
  expect(JSON.parse(await pc.next())).toMatchObject({ idle_s: 45, quiet })
  agent.kill()
})

test('a quiet hour that is no time is told at its own end', async () => {
  const { room_code } = await buildRoom(server.platform)
  const quiet = [{ from: '25:00', to: '8点' }]
  const input = { room_code, version: 0, list: [], idle_s: 45, quiet }
  expect((await server.call(talkApi.bindDrive, input, operator)).data).toMatchObject({
    fields: {
      'quiet.0.from': '开始须写成20:00这样的时间',
      'quiet.0.to': '结束须写成20:00这样的时间',
    },
  })
})
