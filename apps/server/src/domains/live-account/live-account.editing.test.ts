import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount, PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

const { list, update, restore, push, saveLottery } = liveAccountApi

let server: TestServer
let admin: Login
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'guild-1', name: '星河公会' })
  admin = await server.login('admin')
  operator = await server.login('operator')
})
afterAll(() => server.close())

const build = (more: object = {}) => buildLiveAccount(server.platform, more)
const edit = (
  { account_id, version }: { account_id: string; version: number },
  change: Partial<InputOf<typeof update>>,
  as = operator,
) => server.call(update, { account_id, version, ...change }, as)
const remove = (account_id: string, as = admin) =>
  server.call(liveAccountApi.delete, { account_id }, as)
const credentialsOf = async (account_id: string) => {
  const { credentials_sealed } = await server.db.query
    .selectFrom('live_account')
    .select('credentials_sealed')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return credentials_sealed === null
    ? null
    : JSON.parse(server.platform.seal.open(credentials_sealed))
}

test('what is given is changed, what is left out stays, and an outdated save is refused with the row', async () => {
  const account = await build({ phone: '13800000000', area: '上海' })
  const { code, data } = await edit(account, { nickname: '改名', tag: '夜场', enabled: 0 })
  expect(code).toBe(0)
  expect(data).toMatchObject({ nickname: '改名', tag: '夜场', enabled: 0, area: '上海' })
  expect(data).toMatchObject({ phone: '13800000000', version: 2, updated_by: 'operator' })
  const tagged = async (query: InputOf<typeof list>) =>
    (await server.call(list, query, admin)).data.list.map(({ nickname }) => nickname)
  expect(await tagged({})).toContain('改名')
  expect(await tagged({ tag: '夜场' })).toEqual(['改名'])
  const stale = await edit(account, { nickname: '又改' })
  expect(stale).toMatchObject({ code: 1006, data: { version: 2, nickname: '改名' } })
  const options = (await server.call(lookupApi.liveAccounts, {}, admin)).data.list
  expect(options.map(({ id }) => id)).not.toContain(account.account_id)
})

test('a credential that is given replaces the one before, null clears it, and all of them', async () => {
  const account = await build({ platform: 'bilibili', credentials: { code: 'a', app_id: 'b' } })
  const { account_id } = account
  const changed = await edit(account, {
    credentials: { code: 'x', app_id: null, access_key_id: 'k' },
  })
  expect(changed.code).toBe(0)
  expect(await credentialsOf(account_id)).toEqual({ code: 'x', access_key_id: 'k' })
  expect((await edit(changed.data, { credentials: null })).code).toBe(0)
  expect(await credentialsOf(account_id)).toBeNull()
})

test('on air neither credentials nor place are changed, all else is', async () => {
  const { account } = await buildOnAir(server.platform)
  expect(await edit(account, { credentials: { code: 'x' } })).toMatchObject({
    code: 1006,
    msg: '直播中不能更换平台凭据，请停播后再改',
  })
  expect((await edit(account, { credentials: null })).code).toBe(1006)
  for (const place of [{ platform: 'huya' as const }, { platform_room_id: 'another' }])
    expect((await edit(account, place)).msg).toBe('直播中不能更换平台和平台房间号，请停播后再改')
  expect((await edit(account, { nickname: '播着改名' })).code).toBe(0)
})

test('with income the platform stays', async () => {
  const account = await build()
  const day = { account_id: account.account_id, org_id: 'default', day: '2026-03-01' }
  await server.db.query
    .insertInto('account_day')
    .values({ ...day, fen: 0, count: 0, event_count: 1 })
    .execute()
  expect(await edit(account, { platform: 'huya' })).toMatchObject({
    code: 1001,
    data: { fields: { platform: '已有流水，不能更换平台；请新增直播账号' } },
  })
  expect((await edit(await build(), { platform: 'huya' })).data.platform).toBe('huya')
})

test('an account is moved by who sees all, unbound, and it is known whose it was', async () => {
  const account = await build()
  const { account_id } = account
  const guild = await server.login('guild', {
    org_id: 'guild-1',
    extra_actions: ['live-account.edit'],
  })
  const own = await build({ org_id: 'guild-1' })
  expect(await edit(own, { org_id: 'default' }, guild)).toMatchObject({
    code: 1001,
    data: { fields: { org_id: '只有全部数据范围的账号可以更换公会' } },
  })
  const room = await buildRoom(server.platform, { account_id })
  expect(await edit(account, { org_id: 'guild-1' })).toMatchObject({
    code: 1006,
    msg: '请先停播并解绑直播间，再更换公会',
  })
  expect((await server.call(roomApi.delete, { room_code: room.room_code }, admin)).code).toBe(0)
  expect((await edit(account, { org_id: 'guild-1' })).data.org.name).toBe('星河公会')
  const known = await server.db.query
    .selectFrom('account_move')
    .select('org_id')
    .where('account_id', '=', account_id)
    .orderBy('from_at')
    .orderBy('org_id')
    .execute()
  expect(known.at(-1)?.org_id).toBe('guild-1')
})

test('a bound account is not deleted; a deleted one is gone, its numbers are free, and it can be taken back', async () => {
  const { account } = await buildOnAir(server.platform)
  expect((await remove(account.account_id)).msg).toMatch(/^已绑定直播间「.+」/)
  expect((await remove(account.account_id, operator)).code).toBe(1003)

  const numbers = { platform: 'huya', platform_uid: 'gone-1', nickname: '要删的' } as const
  const { account_id, version } = await build(numbers)
  expect((await remove(account_id)).code).toBe(0)
  const found = () => server.call(list, { keyword: 'gone-1' }, admin)
  expect((await found()).data.total).toBe(0)
  expect((await edit({ account_id, version }, { nickname: 'x' })).code).toBe(1005)
  expect((await remove(account_id)).code).toBe(1005)
  const back = await server.call(restore, { account_id, version }, admin)
  expect(back).toMatchObject({ code: 0, data: { nickname: '要删的', version: version + 1 } })
  expect((await found()).data.total).toBe(1)
  expect((await server.call(restore, { account_id, version }, admin)).msg).toBe(
    '直播账号没有被删除',
  )

  expect((await remove(account_id)).code).toBe(0)
  expect((await server.call(liveAccountApi.add, numbers, operator)).code).toBe(0)
  expect((await server.call(restore, { account_id, version: version + 1 }, admin)).msg).toMatch(
    /^另一个直播账号已用了它的平台UID/,
  )
})

test('a room cannot take a deleted account', async () => {
  const { account_id } = await build()
  await remove(account_id)
  const { code } = await server.call(roomApi.create, { name: '直播间', account_id }, admin)
  expect(code).toBe(1001)
})

test('of binding and deleting at once, one is refused', async () => {
  const { account_id } = await build()
  const [made, gone] = await Promise.all([
    server.call(roomApi.create, { name: '直播间', account_id }, admin),
    remove(account_id),
  ])
  expect([made.code, gone.code].filter((code) => code === 0)).toHaveLength(1)
})

test('a phone number is whole for who may edit; others, and the history, see its beginning and end', async () => {
  const account = await build({ nickname: '电话', phone: '13812345678' })
  const finance = await server.login('finance')
  const phone = async (as: Login) =>
    (await server.call(list, { keyword: '电话' }, as)).data.list[0]?.phone
  expect(await phone(operator)).toBe('13812345678')
  expect(await phone(finance)).toBe('138****5678')
  await edit(account, { area: '北京' })
  const record = { kind: 'live-account', id: account.account_id } as const
  const history = await server.call(historyApi.list, record, finance)
  expect(history.data.list).toHaveLength(1)
  const seq = history.data.list[0]?.seq ?? 0
  const version = await server.call(historyApi.version, { ...record, seq }, finance)
  expect(version.data.row).toMatchObject({ phone: '138****5678', area: '北京' })
})

test('a renewed push key is shown once, and the old one is refused', async () => {
  const account = await build()
  const { data } = await server.call(push, { account_id: account.account_id }, admin)
  expect(data.key).not.toBe(account.push_key)
  expect(data.secret).not.toBe(PUSH_SECRET)
  const stored = await server.db.query
    .selectFrom('live_account')
    .select(['push_key', 'push_secret_sealed'])
    .where('account_id', '=', account.account_id)
    .executeTakeFirstOrThrow()
  expect(stored.push_key).toBe(data.key)
  expect(server.platform.seal.open(stored.push_secret_sealed)).toBe(data.secret)
  const audit = await server.db.query.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(audit)).not.toContain(data.secret)
})

const LOTTERY = {
  enabled: 1,
  every_min: 30,
  seconds: 60,
  winners: 3,
  prize: '玫瑰一束',
  condition: 'danmu',
  word: '抽我',
} as const

test('a lucky bag is saved with the account, and each limit is named', async () => {
  const { account_id, version } = await build()
  const saved = await server.call(saveLottery, { account_id, version, ...LOTTERY }, operator)
  expect(saved.data.lottery).toEqual(LOTTERY)
  for (const [wrong, fields] of [
    [{ every_min: 9 }, { every_min: '每隔几分钟须在10-720之间' }],
    [{ seconds: 301 }, { seconds: '参与时长（秒）须在30-300之间' }],
    [{ winners: 0 }, { winners: '中奖人数须在1-100之间' }],
    [{ prize: '' }, { prize: '请输入奖品' }],
    [{ word: '' }, { word: '请输入口令' }],
    [{ word: '一二三四五六七八九十多' }, { word: expect.stringContaining('10') as string }],
  ] as const) {
    const answer = await server.call(
      saveLottery,
      { account_id, version: version + 1, ...LOTTERY, ...wrong },
      operator,
    )
    expect(answer).toMatchObject({ code: 1001, data: { fields } })
  }
})
