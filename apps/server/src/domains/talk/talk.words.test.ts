import { afterAll, beforeAll, expect, test } from 'vitest'
import { READS_BUNDLES, READS_WORDS } from '@kaibo/contract/agent/frames.ts'
import { dayBefore, dayOf } from '@kaibo/contract/kernel/day.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'

let server: TestServer
let url: string
let admin: Login
let guild: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  admin = await server.login('admin')
  guild = await server.login('guild')
})
afterAll(() => server.close())

interface At {
  scope: WordScope
  scope_id?: string
}

const read = async (at: At, more: object = {}) =>
  (await server.call(talkApi.words, { ...at, ...more }, admin)).data

async function put(at: At, change: object, as = admin) {
  const { version } = await read(at)
  return server.call(talkApi.setWords, { ...at, version, ...change }, as)
}

const block = (word: string) => ({ word, level: 'block' })

async function screenOf(room_id: string): Promise<WordPack | undefined> {
  const row = await server.db.query
    .selectFrom('room')
    .leftJoin('pack', 'pack.hash', 'room.words_hash')
    .select('pack.body')
    .where('room.id', '=', room_id)
    .executeTakeFirstOrThrow()
  return row.body === null ? undefined : WordPack.parse(JSON.parse(row.body))
}
const wordsOf = async (room_id: string) =>
  (await screenOf(room_id))?.words.map(({ word }) => word) ?? []

async function aRoom() {
  const { id: org_id } = await buildOrg(server.platform)
  const room = await buildRoom(server.platform, { org_id })
  return { room, org_id, at: { scope: 'room', scope_id: room.room_code } as const }
}

test('a room is screened by its own words and by those of its organisation', async () => {
  const { room, org_id, at } = await aRoom()
  const other = await aRoom()
  await put({ scope: 'org', scope_id: org_id }, { put: [block('某品牌')] })
  await put(at, { put: [{ word: '笨蛋', level: 'replace', replace: '朋友' }] })
  expect(await screenOf(room.id)).toMatchObject({
    words: [
      { word: '某品牌', level: 'block', sound: true },
      { word: '笨蛋', level: 'replace', replace: '朋友' },
    ],
  })
  expect(await wordsOf(other.room.id)).toEqual([])
  const { list, own, total } = await read(at)
  expect(list.map(({ word, from }) => [word, from])).toEqual([
    ['笨蛋', 'room'],
    ['某品牌', 'org'],
  ])
  expect({ own, total }).toEqual({ own: 1, total: 2 })
})

test('words that count everywhere reach every room, and a room made afterwards', async () => {
  const { room, at, org_id } = await aRoom()
  await put({ scope: 'global' }, { put: [block('全站禁词')] })
  await put(at, { put: [{ word: '全站禁詞', level: 'replace' }] })
  expect((await screenOf(room.id))?.words).toEqual([
    { word: '全站禁词', level: 'block', sound: true, locked: true },
  ])
  const account = await buildLiveAccount(server.platform, { org_id })
  const pc = await buildPc(server.platform, { org_id })
  const draft = { account_id: account.account_id, pc_id: pc.id, name: '新房', actor: '', mode: 1 }
  const { data } = await server.call(roomApi.create, draft as never, admin)
  const made = await server.db.query
    .selectFrom('room')
    .select('id')
    .where('room_code', '=', data.room_code)
    .executeTakeFirstOrThrow()
  expect(await wordsOf(made.id)).toEqual(['全站禁词'])
  await put({ scope: 'global' }, { remove: ['全站禁词'] })
  expect(await wordsOf(made.id)).toEqual([])
})

test('a word is known by its letters: written otherwise it is the same, and the later counts', async () => {
  const { at } = await aRoom()
  await put(at, { put: [block('加微信'), { word: '加 微 信', level: 'replace' }] })
  expect((await read(at)).list).toMatchObject([{ word: '加 微 信', level: 'replace' }])
  await put(at, { remove: ['加微信'] })
  expect((await read(at)).list).toEqual([])
})

test('what is allowed is beside the words, and can be taken back', async () => {
  const { room, at } = await aRoom()
  await put(at, { put: [block('性感')], allow_put: ['性感染'] })
  expect((await read(at)).allow).toEqual([{ word: '性感染', from: 'room' }])
  expect((await screenOf(room.id))?.allow).toEqual([{ word: '性感染' }])
  await put(at, { allow_remove: ['性感染'] })
  expect((await screenOf(room.id))?.allow).toEqual([])
})

test('a word without letters, or one that has no sound, is refused at its place', async () => {
  const { at } = await aRoom()
  expect(
    await put(at, { put: [block('好的'), block('！！'), { ...block('abc'), sound: 1 }] }),
  ).toMatchObject({
    code: 1001,
    data: {
      fields: {
        'put.1.word': expect.stringMatching(/没有文字或数字/),
        'put.2.sound': expect.stringMatching(/不能按读音/),
      },
    },
  })
  expect((await read(at)).own).toBe(0)
})

test('a save from an outdated version is refused', async () => {
  const { at } = await aRoom()
  await put(at, { put: [block('甲乙')] })
  const stale = { ...at, version: 0, put: [block('丙丁')] }
  expect(await server.call(talkApi.setWords, stale as never, admin)).toMatchObject({ code: 1006 })
  expect((await read(at)).list.map(({ word }) => word)).toEqual(['甲乙'])
})

test('a guild reads its words and those that count everywhere, and changes none', async () => {
  const own = { scope: 'org', scope_id: 'default' } as const
  expect(await server.call(talkApi.words, own, guild)).toMatchObject({ code: 0 })
  expect(await server.call(talkApi.words, { scope: 'global' }, guild)).toMatchObject({ code: 0 })
  expect(await put(own, { put: [block('甲乙')] }, guild)).toMatchObject({ code: 1003 })
})

/** Rows of the word 丁字裤. */
const found = (room_id: string, daysAgo: number, n: number) => ({
  word: '丁字裤',
  day: dayBefore(dayOf(TEST_NOW), daysAgo),
  room_id,
  side: 'said' as const,
  n,
})

test('a list says how often its words were found in seven days, in the rooms that one sees', async () => {
  const { room, org_id, at } = await aRoom()
  const other = await aRoom()
  await put({ scope: 'global' }, { put: [block('丁字裤')] })
  await server.db.query
    .insertInto('word_day')
    .values([found(room.id, 0, 2), found(room.id, 6, 3), found(room.id, 7, 50)])
    .execute()
  await server.db.query
    .insertInto('word_day')
    .values(found(other.room.id, 0, 10))
    .execute()
  const hits = async (where: At, as = admin) =>
    (await server.call(talkApi.words, { ...where, keyword: '丁字裤' }, as)).data.list[0]?.hits_7d
  expect(await hits(at)).toBe(5)
  expect(await hits({ scope: 'org', scope_id: org_id })).toBe(5)
  expect(await hits({ scope: 'global' })).toBe(15)
  expect(await hits({ scope: 'global' }, await server.login('guild', { org_id }))).toBe(5)
  await put({ scope: 'global' }, { remove: ['丁字裤'] })
})

test('a trial writes nothing and says how often each word was spoken lately', async () => {
  const { room, at } = await aRoom()
  const now = server.clock.now()
  const spoken = ['快加微信吧', '家威新呀', '欢迎', '病毒性感染', '真性感']
  await server.db.query
    .insertInto('room_moment')
    .values(
      spoken.map((text, n) => ({
        key: `spoken-${n}`,
        room_id: room.id,
        run_id: null,
        at: now - 1_000 * n,
        kind: 'speech',
        tag: 'spoken',
        text,
        text_en: null,
        event_id: null,
        data_json: null,
      })),
    )
    .execute()
  const trial = {
    put: [block('加微信'), block('性感'), block('没说过的')],
    allow_put: ['性感染'],
    dry: true,
  }
  expect(await put(at, trial)).toMatchObject({
    code: 0,
    data: {
      version: 0,
      total: 3,
      would_hit: [
        { word: '加微信', n: 2 },
        { word: '性感', n: 1 },
      ],
      looked: { lines: 5, from_at: now - 4_000 },
    },
  })
  expect((await read(at)).own).toBe(0)
})

test('a PC that screens is told the hash and given the words, at once when they change', async () => {
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const { id: pc_id, private_key } = pc
  const agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ capabilities: [READS_BUNDLES, READS_WORDS] })
  await put({ scope: 'room', scope_id: room.room_code }, { put: [block('加微信')] })
  const { rooms } = await agent.next('desired')
  const hash = rooms[0]?.config.words?.hash ?? ''
  agent.send({ type: 'need', hash })
  const { body } = await agent.next('part', (part) => part.hash === hash)
  expect(WordPack.parse(JSON.parse(body)).words).toMatchObject([{ word: '加微信' }])
  agent.kill()
})

const letter = (n: number) => String.fromCharCode(0x4e00 + n)

test('five thousand words are saved at once, and found', async () => {
  const { room, at } = await aRoom()
  const many = Array.from({ length: 5_000 }, (_, n) =>
    block(letter(n % 70) + letter(1_000 + ((n / 70) | 0))),
  )
  expect(await put(at, { put: many })).toMatchObject({ code: 0, data: { version: 1 } })
  const { own, total, list } = await read(at, { page: 2, page_size: 100 })
  expect(own).toBe(total)
  expect(list).toHaveLength(100)
  expect(await wordsOf(room.id)).toHaveLength(own)
})
