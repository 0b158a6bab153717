import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { kinds, type Kind } from '@kaibo/contract/facts/kinds.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { searchApi } from '@kaibo/contract/search/search.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { buildRun } from '@kaibo/testkit/build/on-air.build.ts'
import { resourceOf, serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'

let server: TestServer
let admin: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
})
afterAll(() => server.close())

const search = async (keyword: string, as = admin) => {
  const { code, data } = await server.call(searchApi.find, { keyword }, as)
  expect(code).toBe(0)
  return data.list
}
/** The names found, by kind. */
const names = async (keyword: string, as = admin): Promise<Partial<Record<Kind, string[]>>> =>
  Object.fromEntries(
    (await search(keyword, as)).map(({ kind, hits }) => [kind, hits.map(({ name }) => name)]),
  )
const room = (name: string, more: Partial<Room> = {}) =>
  buildRoom(server.platform, { name, ...more })

describe('a room', () => {
  beforeAll(async () => {
    await room('阿狸夜读')
    await room('阿狸·夜读')
    await room('曾小姐的店 ROOM２')
    await room('旅行1_0%')
  })

  test.each([
    ['阿狸夜读', ['阿狸夜读', '阿狸·夜读']],
    ['阿狸·夜读', ['阿狸夜读', '阿狸·夜读']],
    ['夜读 阿狸', ['阿狸夜读', '阿狸·夜读']],
    ['alyd', ['阿狸夜读', '阿狸·夜读']],
    ['AL YD', ['阿狸夜读', '阿狸·夜读']],
    ['ａｌｙｄ', ['阿狸夜读', '阿狸·夜读']],
    ['aliyedu', ['阿狸夜读', '阿狸·夜读']],
    ["ye'du", ['阿狸夜读', '阿狸·夜读']],
    ['liyed', ['阿狸夜读', '阿狸·夜读']],
    ['读', ['阿狸夜读', '阿狸·夜读']],
    ['zengxiaojie', ['曾小姐的店 ROOM２']],
    ['cxjdd', ['曾小姐的店 ROOM２']],
    ['oom2', ['曾小姐的店 ROOM２']],
    ['店room', ['曾小姐的店 ROOM２']],
    ['lvxing', ['旅行1_0%']],
    ['1_0', ['旅行1_0%']],
    ['_', ['旅行1_0%']],
    ['0%', ['旅行1_0%']],
  ])('is found by %s', async (keyword, found) => {
    expect(new Set((await names(keyword)).room)).toEqual(new Set(found))
  })

  test.each(['夜阿', '狸读', 'iye', 'liyd', 'alydd', '1x0', '·', '阿狸 曾', 'ld'])(
    'is not found by %s, though pieces of it occur',
    async (keyword) => {
      expect((await names(keyword)).room ?? []).toEqual([])
    },
  )

  test('is found by its live account and its PC, after those that are called so themselves', async () => {
    const { account_id } = await buildLiveAccount(server.platform, { nickname: '小棠唱歌' })
    const pc = await buildPc(server.platform, { name: '小棠的电脑' })
    await room('三楼', { account_id })
    await room('四楼', { pc_id: pc.id })
    await room('小棠')
    expect(await names('xiaotang')).toEqual({
      room: ['小棠', '三楼', '四楼'],
      live_account: ['小棠唱歌'],
      pc: ['小棠的电脑'],
    })
  })

  test('says how it is; other kinds say nothing of that', async () => {
    const { account_id } = await buildLiveAccount(server.platform, { nickname: '灯塔号' })
    await room('灯塔', { account_id, state: 'living' })
    await room('灯塔背面', { state: 'failed' })
    const states = (await search('灯塔')).map(({ kind, hits }) => [
      kind,
      hits.map(({ state }) => state),
    ])
    expect(states).toEqual([
      ['room', ['living', 'failed']],
      ['live_account', [null]],
    ])
  })

  test('comes first where its name begins so, the shorter before the longer; and there are more than five', async () => {
    for (const name of ['雪山之夜', '雪山', '看雪山', '雪山直播', '大雪山脚下', '雪山下', '去雪山'])
      await room(name)
    const [found] = await search('雪山')
    expect(found).toMatchObject({ kind: 'room', more: true })
    expect(found?.hits.map(({ name }) => name)).toEqual([
      '雪山',
      '雪山下',
      '雪山之夜',
      '雪山直播',
      '去雪山',
    ])
  })

  test('is found by the beginning of its code and of its number, in either case', async () => {
    const { id, room_code, name } = await room('按编号')
    for (const keyword of [room_code, room_code.slice(0, 6).toLowerCase(), id.slice(0, 24)])
      expect((await names(keyword)).room).toContain(name)
    expect((await names(id.slice(3))).room ?? []).toEqual([])
  })
})

test('what was written by a call is found at once, what was renamed by its new name alone, what was deleted not at all', async () => {
  const { data: org } = await server.call(
    orgApi.add,
    { name: '北斗公会', username: 'beidou', password: 'three bridges 26', nickname: '斗姐' },
    admin,
  )
  expect(await names('bdgh')).toEqual({ org: ['北斗公会'] })
  expect(await names('doujie')).toEqual({ account: ['斗姐'], org: ['北斗公会'] })
  const renamed = { id: org.id, version: org.version, name: '南斗公会', nickname: '南姐' }
  expect((await server.call(orgApi.edit, renamed, admin)).code).toBe(0)
  expect(await names('北斗')).toEqual({})
  expect(await names('nandou')).toEqual({ org: ['南斗公会'] })
  expect(await names('nanjie')).toEqual({ account: ['南姐'], org: ['南斗公会'] })

  const { data: live } = await server.call(
    liveAccountApi.add,
    { platform: 'kuaishou', nickname: '青稞', platform_uid: 'qk-77' },
    admin,
  )
  const { account_id } = live.account
  const draft = { name: '麦浪', account_id }
  const { data: made } = await server.call(roomApi.create, draft, admin)
  expect(await names('mailang')).toEqual({ room: ['麦浪'] })
  const again = { ...draft, room_code: made.room_code, version: made.version, name: '稻香' }
  expect((await server.call(roomApi.update, again, admin)).code).toBe(0)
  expect(await names('mailang')).toEqual({})
  expect(await names('daoxiang')).toEqual({ room: ['稻香'] })
  await server.call(roomApi.delete, { room_code: made.room_code }, admin)
  expect(await names('daoxiang')).toEqual({})
  const back = { room_code: made.room_code, version: made.version + 1 }
  expect((await server.call(roomApi.restore, back, admin)).code).toBe(0)
  expect(await names('daoxiang')).toEqual({ room: ['稻香'] })
  expect(await names('qk-77')).toEqual({ room: ['稻香'], live_account: ['青稞'] })

  await server.call(monitorApi.editPublicAddress, { address: 'https://kaibo.example' }, admin)
  await server.call(monitorApi.enrolCode, { name: '机柜甲' }, admin)
  expect(await names('jgj')).toEqual({ pc: ['机柜甲'] })

  await server.call(groupApi.save, { name: '夜班组', scope: 'own', actions: [], menus: [] }, admin)
  expect(await names('yebanzu')).toEqual({ group: ['夜班组'] })

  const own = await server.login('operator')
  await server.call(authApi.editSelf, { nickname: '自改名' }, own)
  expect(await names('zigaiming')).toEqual({ account: ['自改名'] })
})

test('what of a row is entered is exactly what it is called now, whoever wrote it', async () => {
  const before = await server.db.query
    .selectFrom('search_entry')
    .select(['table_name', 'key', 'parts', 'starts'])
    .orderBy('table_name')
    .orderBy('key')
    .execute()
  await server.db.query.deleteFrom('search_entry').execute()
  await server.platform.search.catchUp(server.db)
  const anew = await server.db.query
    .selectFrom('search_entry')
    .select(['table_name', 'key', 'parts', 'starts'])
    .orderBy('table_name')
    .orderBy('key')
    .execute()
  expect(before).toEqual(anew)
  expect(await names('yebanzu')).toEqual({ group: ['夜班组'] })
})

describe('who may see what', () => {
  const everything = kinds.map(({ can }) => can)

  beforeAll(async () => {
    for (const org_id of ['guild-a', 'guild-b']) {
      const org = { id: org_id, name: `银河${org_id}`, is_studio: 1 } as const
      await buildOrg(server.platform, org)
      const account = await buildLiveAccount(server.platform, {
        org_id,
        nickname: `银河号${org_id}`,
      })
      const gateway = { name: `银河网关${org_id}`, phone: '13800000000', org_id }
      await server.call(liveAccountApi.saveGateway, gateway, admin)
      const pc = await buildPc(server.platform, { org_id, name: `银河机${org_id}` })
      await room(`银河间${org_id}`, { org_id, account_id: account.account_id, pc_id: pc.id })
      await server.login('guild', { org_id, username: `银河人${org_id}` })
      await server.call(talkApi.add, { name: `银河话术${org_id}`, kind: 'talk', org_id }, admin)
      const { data: game } = await server.call(
        gameApi.add,
        { name: `银河赛${org_id}`, owner_org_id: org_id, org_ids: [org_id] },
        admin,
      )
      const { game_id } = game
      const event = { game_id, key: 'lead', name: `银河反超${org_id}` }
      await server.call(gameApi.addEvent, event, admin)
      await server.call(
        gameApi.addVar,
        {
          game_id,
          key: 'red',
          name: `银河红队${org_id}`,
          data_type: 0,
          how: { calc: 0, scope: 'room', reset: 'round', default: 0 },
        },
        admin,
      )
      await buildAsset(server.platform, { org_id, name: `银河景${org_id}` })
      await server.call(voiceApi.add, voiceDraft({ org_id, name: `银河音${org_id}` }), admin)
      await serverOf(server, { name: `银河语音${org_id}` })
      await resourceOf(server, `银河读音${org_id}`)
      await server.call(
        commissionApi.saveAccount,
        {
          name: `银河款${org_id}`,
          holder: '王',
          bank: '招商银行',
          account_no: `62220000${org_id.charCodeAt(6)}`,
          studio_id: org_id,
        },
        admin,
      )
    }
  })

  test('who sees all data finds both of every kind', async () => {
    const found = await names('银河')
    expect(Object.keys(found)).toEqual(
      kinds.map(({ kind }) => kind).filter((kind) => kind !== 'group'),
    )
    for (const of of Object.values(found)) expect(of).toHaveLength(2)
  })

  test('with every right, a guild’s person finds their own guild’s alone; of back accounts a studio’s does', async () => {
    const guild = await server.login('guild', { org_id: 'guild-a', extra_actions: everything })
    const studio = await server.login('studio', { org_id: 'guild-a', extra_actions: everything })
    const found = await names('银河', guild)
    expect(found).toEqual({
      room: ['银河间guild-a'],
      talk_rule: ['银河话术guild-a'],
      game: ['银河赛guild-a'],
      game_event: ['银河反超guild-a'],
      game_var: ['银河红队guild-a'],
      asset: ['银河景guild-a'],
      voice: ['银河音guild-a'],
      // Servers and what is on them belong to no organisation.
      voice_server: ['银河语音guild-a', '银河语音guild-b'],
      voice_resource: ['银河读音guild-a', '银河读音guild-b'],
      live_account: ['银河号guild-a'],
      sms_gateway: ['银河网关guild-a'],
      pc: ['银河机guild-a'],
      account: ['银河人guild-a'],
      org: ['银河guild-a'],
    })
    expect((await names('银河', studio)).back_account).toEqual(['银河款guild-a'])
    expect(Object.keys(await names('guild-b', guild))).toEqual(['voice_server', 'voice_resource'])
  })

  test.each(kinds)('without $can nobody finds a $kind', async ({ kind, can }) => {
    const keyword = kind === 'group' ? '夜班' : '银河'
    const rights = everything.filter((right) => right !== can)
    const person = await server.login('studio', { org_id: 'guild-a', extra_actions: rights })
    const mayNot = await server.db.query
      .selectFrom('account_group')
      .select('actions_json')
      .where('id', '=', 'studio')
      .executeTakeFirstOrThrow()
    // What the group of studios itself may do cannot be taken from its people.
    if (mayNot.actions_json.includes(can)) return
    expect(Object.keys(await names(keyword, person))).not.toContain(kind)
  })

  test('somebody who sees their own rows alone finds themselves and nobody’s rooms', async () => {
    await server.db.query
      .updateTable('account_group')
      .set({ scope: 'own' })
      .where('id', '=', 'finance')
      .execute()
    const alone = await server.login('finance', {
      org_id: 'guild-a',
      username: '银河独',
      extra_actions: ['account.look', 'room.look', 'org.look'],
    })
    expect(await names('银河', alone)).toEqual({ account: ['银河独'] })
  })
})

test('nothing asked for is refused at its field; a sign alone finds nothing by chance', async () => {
  expect(await server.call(searchApi.find, { keyword: '  ' }, admin)).toMatchObject({
    code: 1001,
    data: { fields: { keyword: '关键词不能为空字符' } },
  })
  expect(await search('·')).toEqual([])
  expect(await search(`"'*()&|!:\\`)).toEqual([])
})

describe('the keyword of a list', () => {
  test('finds by sound and across dots, and what has it as it is written as before', async () => {
    const { room_code, ...made } = await room('海棠·浪里')
    await buildRun(server.platform, { ...made, room_code }, { ended_at: server.clock.now() })
    const rooms = async (keyword: string) =>
      (await server.call(roomApi.list, { keyword }, admin)).data.list.map(({ name }) => name)
    for (const keyword of ['htll', '海棠浪', '海棠·', 'haitang', room_code.slice(0, 7)])
      expect(await rooms(keyword)).toEqual(['海棠·浪里'])
    const runs = await server.call(incomeApi.live, { keyword: 'htll' }, admin)
    expect(runs.data.list.map((run) => run.room_name)).toEqual(['海棠·浪里'])

    await buildLiveAccount(server.platform, { nickname: '豆蔻', platform_uid: 'dk·01' })
    const accounts = async (keyword: string) =>
      (await server.call(lookupApi.liveAccounts, { keyword }, admin)).data.list.map(
        ({ name }) => name,
      )
    for (const keyword of ['doukou', 'dk01', 'DK·0'])
      expect(await accounts(keyword)).toEqual(['豆蔻'])
  })

  test('a name with % and _ is itself, and every word must be found', async () => {
    const people = async (keyword: string) =>
      (await server.call(accountApi.list, { keyword }, admin)).data.list.map((row) => row.username)
    await server.login('operator', { username: 'a_b%c' })
    await server.login('operator', { username: 'axbyc' })
    expect(await people('a_b')).toEqual(['a_b%c'])
    expect(await people('b%')).toEqual(['a_b%c'])
    expect(await people('c a_')).toEqual(['a_b%c'])
    expect(await people('c a_ x')).toEqual([])
  })
})
