import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { UserStatus } from '@kaibo/contract/facts/enums.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount, TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { codeOf } from '@kaibo/testkit/otp.ts'

const HOUR_MS = 3_600_000

let server: TestServer
beforeEach(async () => {
  server = await bootServer()
})
afterEach(() => server.close())

const logIn = (username: string, password = TEST_PASSWORD) =>
  server.call(authApi.login, { username, password })

async function session(username: string): Promise<Login> {
  const { data } = await logIn(username)
  return { token: data.token, uid: data.user.uid }
}

const codeFor = async (as: Login) => (await server.call(authApi.info, {}, as)).code

const setAccount = (uid: string, change: { status?: UserStatus; expire_at?: number }) =>
  server.db.query.updateTable('account').set(change).where('uid', '=', uid).execute()

test('a person logs in, sees who they are and what they may do, and logs out', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang', org_id: 'guild-1' })
  const wang = await session('wang')
  const info = await server.call(authApi.info, {}, wang)
  expect(info.data).toMatchObject({
    user: { username: 'wang', is_gs: 0 },
    org: { id: 'guild-1' },
    groups: [{ id: 'operator', name: '运营', scope: 'all' }],
    demo: false,
  })
  const actions = await server.call(authApi.actions, {}, wang)
  expect(actions.data.list).toContain('room.play')
  expect(await server.call(authApi.logout, {}, wang)).toMatchObject({ code: 0, data: null })
  expect(await server.call(authApi.info, {}, wang)).toMatchObject({
    code: 1002,
    msg: '请重新登录',
  })
})

test('the menu holds what the account may open, in the language it asked for', async () => {
  const paths = async (group: 'operator' | 'studio') =>
    (await server.call(authApi.menus, {}, await server.login(group))).data.list.flatMap((entry) =>
      entry.children.map((child) => child.path),
    )
  expect(await paths('operator')).toEqual([
    '/digital/actor',
    '/talk/list',
    '/game/list',
    '/live/data',
    '/voice',
    '/voicemodel',
    '/digital/asset',
    '/live/account',
    '/live/account/sms',
    '/income/live',
  ])
  expect(await paths('studio')).toEqual(['/game/list', '/live/data', '/backaccount/list'])

  const { token } = await server.login('operator')
  const headers = { token, 'accept-language': 'en-GB,en;q=0.9' }
  const answer = await server.app.http.inject({ url: authApi.menus.path, headers })
  expect(answer.body).toContain('Rooms')
})

test('a wrong password and an unknown name are answered in the same words', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const [wrong, unknown] = [await logIn('wang', 'guess'), await logIn('nobody', 'guess')]
  expect(wrong).toEqual({ code: 2001, msg: '用户名或密码不正确', data: null })
  expect(unknown).toEqual(wrong)
})

test('a disabled and an expired account are told so, but only to whoever knows the password', async () => {
  const disabled = await buildAccount(server.app, 'operator', { username: 'disabled' })
  const expired = await buildAccount(server.app, 'operator', { username: 'expired' })
  await setAccount(disabled, { status: 1 })
  await setAccount(expired, { expire_at: server.clock.now() })
  expect(await logIn('disabled')).toMatchObject({ code: 2002, msg: '账号已停用，请联系管理员' })
  expect(await logIn('expired')).toMatchObject({ code: 2002, msg: '账号已过期，请联系管理员' })
  expect((await logIn('disabled', 'guess')).code).toBe(2001)
})

test('a login ends 12 hours after its last call, and 7 days after it began', async () => {
  const idle = await server.login('operator')
  const busy = await server.login('operator')
  for (let hour = 0; hour < 7 * 24; hour += 8) {
    expect(await codeFor(busy)).toBe(0)
    server.clock.advance(8 * HOUR_MS)
  }
  expect(await server.call(authApi.info, {}, busy)).toMatchObject({
    code: 1004,
    msg: '登录已过期，请重新登录',
  })
  expect(await codeFor(idle)).toBe(1004)
})

test('just under 12 idle hours the login still lives', async () => {
  const login = await server.login('operator')
  server.clock.advance(12 * HOUR_MS - 1)
  expect(await codeFor(login)).toBe(0)
})

test('calls are noted as signs of life once a minute', async () => {
  const login = await server.login('operator')
  const seen = async () =>
    (await server.db.query.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow())
      .last_seen_at
  const start = await seen()
  server.clock.advance(59_000)
  await codeFor(login)
  expect(await seen()).toBe(start)
  server.clock.advance(1_000)
  await codeFor(login)
  expect(await seen()).toBe(start + 60_000)
})

test('an account that is disabled meanwhile is out on its next call, a second later at most', async () => {
  const login = await server.login('operator')
  expect(await codeFor(login)).toBe(0)
  await setAccount(login.uid, { status: 1 })
  server.clock.advance(1_000)
  expect(await server.call(authApi.info, {}, login)).toMatchObject({
    code: 2003,
    msg: '账号已停用，请重新登录',
  })
})

test('a change that is announced counts on the very next call', async () => {
  const login = await server.login('operator')
  const look = () => server.call(lookupApi.platforms, {}, login)
  expect((await look()).code).toBe(0)
  await setAccount(login.uid, { status: 1 })
  server.app.sessions.changed()
  expect((await look()).code).toBe(2003)
})

test('rights are the union over the enabled groups, the scope is the widest of them', async () => {
  const login = await server.login('guild', { org_id: 'guild-1', extra_actions: ['room.edit'] })
  const { actions, scope } = await server.app.sessions.authenticate(login.token)
  expect(actions.has('room.edit') && actions.has('room.play')).toBe(true)
  expect(scope).toEqual({ kind: 'org', org_id: 'guild-1' })

  await server.db.query
    .updateTable('account_group')
    .set({ enabled: 0 })
    .where('id', '=', 'guild')
    .execute()
  server.app.sessions.changed()
  const narrowed = await server.app.sessions.authenticate(login.token)
  expect(narrowed.actions).toEqual(new Set(['room.edit']))
  expect(narrowed.scope).toEqual({ kind: 'own', uid: login.uid })
})

const allowOneLogin = (id: string) =>
  server.db.query
    .updateTable('account_group')
    .set({ single_login: 1 })
    .where('id', '=', id)
    .execute()

test('under a single-login group the older login is replaced', async () => {
  await buildAccount(server.app, 'finance', { username: 'li' })
  await allowOneLogin('finance')
  const older = await session('li')
  const newer = await session('li')
  expect(await server.call(authApi.info, {}, older)).toMatchObject({
    code: 2003,
    msg: '账号已在别处登录，请重新登录',
  })
  expect(await codeFor(newer)).toBe(0)
})

test('and of two at once one is left', async () => {
  const uid = await buildAccount(server.app, 'finance', { username: 'zhou' })
  await allowOneLogin('finance')
  for (let round = 0; round < 3; round++) {
    await Promise.all([session('zhou'), session('zhou')])
    const living = await server.db.query
      .selectFrom('session')
      .select('id')
      .where('uid', '=', uid)
      .where('ended', 'is', null)
      .execute()
    expect(living).toHaveLength(1)
  }
})

/** Does something when the next transaction is about to begin: what it was prepared with has changed by then. */
function beforeTransaction(act: () => Promise<unknown>) {
  const { db } = server.platform
  const begin = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
    await act()
    return begin(work)
  })
}

test('a password that is changed while it is proved opens no session', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const wang = await session('wang')
  const change = { password: 'four rivers 2026', old_password: TEST_PASSWORD }
  beforeTransaction(() => server.call(authApi.editSelf, change, wang))
  expect(await logIn('wang')).toMatchObject({ code: 2001, data: null })
  expect((await logIn('wang', change.password)).code).toBe(0)
})

test('a second factor that is bound while the password is proved is asked for', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const wang = await session('wang')
  beforeTransaction(async () => {
    const { data } = await server.call(authApi.otpBegin, { password: TEST_PASSWORD }, wang)
    const otp = codeOf(data.secret, server.clock.now())
    await server.call(authApi.otpConfirm, { otp }, wang)
  })
  expect(await logIn('wang')).toMatchObject({
    code: 1001,
    data: { fields: { otp: '请输入动态验证码' } },
  })
})

test('a token is kept only as a hash', async () => {
  const { token } = await server.login('operator')
  const row = await server.db.query.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  expect(token.length).toBeGreaterThanOrEqual(22)
  expect(JSON.stringify(row)).not.toContain(token)
})

test('the log holds neither token nor password, of what succeeds and of what fails', async () => {
  const lines: string[] = []
  await server.close()
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  server = await bootServer({ log })
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const wang = await session('wang')
  expect((await logIn('wang', 'sesame-open')).code).toBe(2001)
  expect(await codeFor(wang)).toBe(0)
  await server.db.query.schema.alterTable('session').renameTo('session_away').execute()
  expect((await logIn('wang')).code).toBe(5000)
  server.app.sessions.changed()
  expect(await codeFor(wang)).toBe(5000)

  const said = lines.join('')
  for (const about of ['auth.login', 'auth.info', 'stack']) expect(said).toContain(about)
  for (const secret of [TEST_PASSWORD, 'sesame-open', wang.token])
    expect(said).not.toContain(secret)
})

test('the audit row of a login holds no password', async () => {
  const login = await logIn('nobody', 'sesame-open')
  expect(login.code).toBe(2001)
  const audit = await server.db.query.selectFrom('audit').selectAll().execute()
  expect(audit).toEqual([])
  await buildAccount(server.app, 'operator', { username: 'wang' })
  await session('wang')
  const [row] = await server.db.query.selectFrom('audit').selectAll().execute()
  expect(row).toMatchObject({ action: 'auth.login', username: 'wang', target: 'wang' })
  expect(row?.input_json).toBe('{"username":"wang","password":"***"}')
})
