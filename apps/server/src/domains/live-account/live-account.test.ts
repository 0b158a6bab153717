import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'

const { list, add } = liveAccountApi

let server: TestServer
let operator: Login
let guild: Login

beforeAll(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'guild-1', name: '星河公会' })
  await buildOrg(server.platform, { id: 'guild-2' })
  operator = await server.login('operator')
  guild = await server.login('guild', { org_id: 'guild-1', extra_actions: ['live-account.add'] })
})
afterAll(() => server.close())

const SECRETS = {
  code: 'CODE-4711',
  app_id: 'APP-4711',
  access_key_id: 'KEY-4711',
  access_key_secret: 'SECRET-4711',
}

const found = async (keyword: string, as = operator) =>
  (await server.call(list, { keyword }, as)).data.list.map((row) => row.nickname)

test('an account is added and listed with all that belongs to it', async () => {
  const { code, data } = await server.call(
    add,
    {
      platform: 'kuaishou',
      nickname: ' 小鹿在唱歌 ',
      platform_uid: 'ks-1',
      room_url: 'https://live.example.com/1',
      phone: '13800000000',
      area: '上海',
    },
    operator,
  )
  expect(code).toBe(0)
  const { account } = data
  expect(account).toEqual({
    account_id: expect.any(String),
    platform: 'kuaishou',
    nickname: '小鹿在唱歌',
    platform_uid: 'ks-1',
    platform_room_id: '',
    room_url: 'https://live.example.com/1',
    org: { id: 'default', name: '自营' },
    area: '上海',
    phone: '13800000000',
    tag: '',
    login_state: 'ready',
    lottery: null,
    enabled: 1,
    room: null,
    today_fen: 0,
    is_demo: 0,
    version: 1,
    created_at: server.clock.now(),
    updated_at: server.clock.now(),
    updated_by: 'operator',
  })
  const listed = await server.call(list, { keyword: 'ks-1' }, operator)
  expect(listed.data).toEqual({ list: [account], total: 1 })
})

test('today is the business day: income of it shows, that of yesterday does not', async () => {
  const { account_id } = await buildLiveAccount(server.platform, { nickname: '今日' })
  const income = { account_id, org_id: 'default', count: 1, event_count: 1 }
  await server.db.query
    .insertInto('account_day')
    .values([
      { ...income, day: '2026-03-01', fen: 100 },
      { ...income, day: '2026-03-02', fen: 250 },
    ])
    .execute()
  const todayFen = async () =>
    (await server.call(list, { keyword: '今日' }, operator)).data.list[0]?.today_fen
  expect(await todayFen()).toBe(250)
  const now = server.clock.now()
  server.clock.set(Date.parse('2026-03-01T23:59:59+08:00'))
  expect(await todayFen()).toBe(100)
  server.clock.set(now)
})

test.each([
  ['bilibili', {}, undefined, 'incomplete'],
  ['bilibili', SECRETS, undefined, 'ready'],
  ['bilibili', { ...SECRETS, app_id: '' }, undefined, 'incomplete'],
  ['douyin', { push_secret: 's' }, undefined, 'incomplete'],
  ['douyin', {}, 'room-incomplete', 'incomplete'],
  ['douyin', { push_secret: 's' }, 'room-ready', 'ready'],
  ['huya', undefined, undefined, 'ready'],
] as const)(
  '%s with %j and room %s is %s',
  async (platform, credentials, platform_room_id, state) => {
    const { data } = await server.call(
      add,
      { platform, nickname: '状态', credentials, platform_room_id },
      operator,
    )
    expect(data.account.login_state).toBe(state)
  },
)

test('credentials that this installation cannot open any more do not hide the list', async () => {
  await buildLiveAccount(server.platform, {
    nickname: '换了密钥',
    platform: 'bilibili',
    credentials_sealed: server.platform.seal.close('{}').slice(0, -4),
  })
  const { data } = await server.call(list, { keyword: '换了密钥' }, operator)
  expect(data.list[0]?.login_state).toBe('unknown')
})

test('what is secret is in no answer but the one that shows it, in no audit row and not readable in the database', async () => {
  const { data } = await server.call(
    add,
    { platform: 'bilibili', nickname: '保密', credentials: { ...SECRETS, push_secret: 'P-4711' } },
    operator,
  )
  const { account, push } = data
  expect(push.secret).toHaveLength(43)
  expect(JSON.stringify(account)).not.toContain(push.secret)
  expect(JSON.stringify(data)).not.toContain('4711')
  const listed = JSON.stringify(await server.call(list, {}, operator))
  for (const hidden of ['4711', push.secret, push.key]) expect(listed).not.toContain(hidden)

  const stored = await server.db.query
    .selectFrom('live_account')
    .selectAll()
    .where('account_id', '=', account.account_id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain('4711')
  expect(JSON.stringify(stored)).not.toContain(push.secret)
  const { seal } = server.platform
  expect(seal.open(stored.push_secret_sealed)).toBe(push.secret)
  expect(JSON.parse(seal.open(stored.credentials_sealed ?? ''))).toEqual({
    ...SECRETS,
    push_secret: 'P-4711',
  })

  const audit = await server.db.query
    .selectFrom('audit')
    .selectAll()
    .where('target_id', '=', account.account_id)
    .execute()
  expect(audit).toMatchObject([{ action: 'live-account.add', uid: operator.uid }])
  expect(JSON.stringify(audit)).not.toContain('4711')
  expect(JSON.stringify(audit)).not.toContain(push.secret)
})

test('two accounts never share a user or a room of a platform, but other platforms may have the same number', async () => {
  const draft = { platform: 'douyu', nickname: '重复', platform_uid: 'u-7' } as const
  expect((await server.call(add, draft, operator)).code).toBe(0)
  const again = await server.call(add, draft, guild)
  expect(again).toMatchObject({ code: 1006, msg: '该平台UID已有直播账号，请核对后再添加' })
  expect((await server.call(add, { ...draft, platform: 'huya' }, operator)).code).toBe(0)

  const room = { platform: 'douyin', nickname: '重复', platform_room_id: 'r-7' } as const
  expect((await server.call(add, room, operator)).code).toBe(0)
  expect((await server.call(add, room, operator)).msg).toBe(
    '该平台房间号已有直播账号，请核对后再添加',
  )
  const unknown = { platform: 'other', nickname: '没填' } as const
  expect((await server.call(add, unknown, operator)).code).toBe(0)
  expect((await server.call(add, unknown, operator)).code).toBe(0)
})

test('of many at once with the same user, one is added', async () => {
  const draft = { platform: 'huya', nickname: '同时', platform_uid: 'u-8' } as const
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call(add, draft, operator)),
  )
  const added = answers.filter((answer) => answer.code === 0)
  expect(added).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 1006)).toHaveLength(7)
  expect(await found('u-8')).toEqual(['同时'])
})

test('a guild adds and sees only its own, whatever organisation it asks for', async () => {
  const draft = { platform: 'other', nickname: '公会的' } as const
  const { data } = await server.call(add, draft, guild)
  expect(data.account.org).toEqual({ id: 'guild-1', name: '星河公会' })
  expect((await server.call(add, { ...draft, org_id: 'guild-1' }, guild)).code).toBe(0)
  for (const org_id of ['guild-2', 'default', 'no-such']) {
    const refused = await server.call(add, { ...draft, org_id }, guild)
    expect(refused).toEqual({ code: 1005, msg: '公会不存在', data: null })
  }
  const unknown = await server.call(add, { ...draft, org_id: 'no-such' }, operator)
  expect(unknown).toEqual({ code: 1005, msg: '公会不存在', data: null })
  await server.call(add, { ...draft, nickname: '别家的', org_id: 'guild-2' }, operator)

  expect(await found('', guild)).toEqual(['公会的', '公会的'])
  expect(await found('别家', guild)).toEqual([])
  const other = await server.call(list, { org_id: 'guild-2' }, guild)
  expect(other.data).toEqual({ list: [], total: 0 })
})

test('who has no organisation to see gets none and adds none', async () => {
  const own = await server.login('studio', {
    extra_actions: ['live-account.look', 'live-account.add'],
  })
  expect((await server.call(list, {}, own)).data).toEqual({ list: [], total: 0 })
  const refused = await server.call(add, { platform: 'other', nickname: '无' }, own)
  expect(refused.code).toBe(1005)
})

test('without the right, the name of the right is answered', async () => {
  const finance = await server.login('finance')
  const draft = { platform: 'other', nickname: '财务' } as const
  expect(await server.call(add, draft, finance)).toMatchObject({
    code: 1003,
    data: { need: 'live-account.add' },
  })
  const studio = await server.login('studio')
  expect((await server.call(list, {}, studio)).data).toEqual({ need: 'live-account.look' })
  expect((await server.call(add, draft)).code).toBe(1002)
})

test('filters, order and pages', async () => {
  const { platform } = server
  const org_id = (await buildOrg(platform)).id
  for (const nickname of ['c', 'a', 'b']) {
    server.clock.advance(1)
    await buildLiveAccount(platform, {
      nickname: `页-${nickname}`,
      org_id,
      platform: nickname === 'a' ? 'tiktok' : 'huya',
      enabled: nickname === 'c' ? 0 : 1,
    })
  }
  const names = async (query: object) => {
    const { data } = await server.call(list, { org_id, ...query }, operator)
    return `${data.list.map((row) => row.nickname.slice(2)).join('')}/${data.total}`
  }
  expect(await names({})).toBe('bac/3')
  expect(await names({ sort_by: 'nickname', sort_dir: 0 })).toBe('abc/3')
  expect(await names({ sort_by: 'nickname', sort_dir: 1, page_size: 2 })).toBe('cb/3')
  expect(await names({ sort_by: 'nickname', sort_dir: 1, page_size: 2, page: 2 })).toBe('a/3')
  expect(await names({ page: 3, page_size: 2 })).toBe('/3')
  expect(await names({ platform: 'tiktok' })).toBe('a/1')
  expect(await names({ enabled: 0 })).toBe('c/1')
  expect(await names({ enabled: 1, platform: 'huya' })).toBe('b/1')
  expect(await names({ keyword: '页-B' })).toBe('b/1')
})

test.each([`'; drop table live_account; --`, '<script>alert(1)</script>', '%_\\', '🦌"\\n'])(
  'the nickname %j is stored and answered letter by letter, and found by it alone',
  async (nickname) => {
    const { data } = await server.call(add, { platform: 'other', nickname }, operator)
    expect(data.account.nickname).toBe(nickname)
    expect(await found(nickname)).toEqual([nickname])
  },
)

test.each([
  [{}, { platform: '请输入平台', nickname: '请输入账号昵称' }],
  [{ nickname: '  ' }, { nickname: '账号昵称不能为空字符' }],
  [{ nickname: '长'.repeat(41) }, { nickname: '账号昵称最多40个字符' }],
  [{ nickname: 5 }, { nickname: '账号昵称不是一个有效的字符串' }],
  [{ platform: 'youtube' }, { platform: expect.stringContaining('平台必须是其中一个[douyin, ') }],
  [{ room_url: 'javascript:alert(1)' }, { room_url: '直播间地址须以http://或https://开头' }],
  [{ phone: 'call me' }, { phone: '手机号须为5-20位数字' }],
  [{ push_secret: 'x' }, { push_secret: '不认识的字段push_secret' }],
  [
    { credentials: { token: 'x' } },
    { 'credentials.token': expect.stringContaining('不认识的字段') },
  ],
  [{ credentials: { code: 1 } }, { 'credentials.code': '身份码不是一个有效的字符串' }],
])('%j is refused by name', async (wrong, fields) => {
  const draft = Object.keys(wrong).length > 0 ? { platform: 'other', nickname: 'x', ...wrong } : {}
  const answer = await server.call(add, draft as never, operator)
  expect(answer.code).toBe(1001)
  expect((answer.data as unknown as { fields: object }).fields).toMatchObject(fields)
})
