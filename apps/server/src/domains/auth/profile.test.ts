import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { codeOf } from '@kaibo/testkit/otp.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

let people = 0
/** Somebody new, at a moment when no address is locked. */
async function someone(group: 'operator' | 'studio' = 'operator') {
  server.clock.advance(3_600_000)
  const username = `someone-${++people}`
  return { username, login: await server.login(group, { username }) }
}
const logIn = (username: string, otp?: string) =>
  server.call(authApi.login, { username, password: TEST_PASSWORD, ...(otp ? { otp } : {}) })

async function bind(login: Login) {
  const { data: offer } = await server.call(authApi.otpBegin, { password: TEST_PASSWORD }, login)
  const otp = codeOf(offer.secret, server.clock.now())
  const { data } = await server.call(authApi.otpConfirm, { otp }, login)
  return { secret: offer.secret, used: otp, codes: data.recovery_codes }
}

describe('oneself', () => {
  test('what is left out stays', async () => {
    const { login } = await someone()
    const edit = { nickname: '小王', preferences: { theme: 'dark' as const } }
    await server.call(authApi.editSelf, edit, login)
    const { data } = await server.call(authApi.editSelf, { phone: '13800000000' }, login)
    expect(data).toMatchObject({
      user: { nickname: '小王' },
      phone: '13800000000',
      preferences: { theme: 'dark' },
    })
  })

  test('what two machines choose at once is all kept', async () => {
    const { login } = await someone()
    await Promise.all([
      server.call(authApi.editSelf, { preferences: { theme: 'dark' } }, login),
      server.call(authApi.editSelf, { preferences: { language: 'en' } }, login),
    ])
    const { data } = await server.call(authApi.editSelf, { nickname: '小王' }, login)
    expect(data.preferences).toEqual({ theme: 'dark', language: 'en' })
  })

  test('of two that set a new password at once, by the same old one, one does', async () => {
    const { login } = await someone()
    const to = (password: string) =>
      server.call(authApi.editSelf, { password, old_password: TEST_PASSWORD }, login)
    const answers = await Promise.all([to('four rivers 2026'), to('five lakes 2026')])
    const refused = answers.filter((answer) => answer.code !== 0)
    const said = { old_password: expect.any(String) as string }
    expect(refused).toMatchObject([{ code: 1001, data: { fields: said } }])
  })

  test.each([
    [{ password: 'four rivers 2026' }, 'old_password', /请输入原密码/],
    [{ password: 'four rivers 2026', old_password: 'wrong' }, 'old_password', /原密码不正确/],
    [{ password: TEST_PASSWORD, old_password: TEST_PASSWORD }, 'password', /不能与原密码相同/],
    [{ password: 'password123', old_password: TEST_PASSWORD }, 'password', /太常见/],
    [{ avatar: 'nothing' }, 'avatar', /重新上传/],
  ])('%j is refused at %s', async (edit, field, words) => {
    const { login } = await someone()
    const answer = await server.call(authApi.editSelf, edit, login)
    expect(answer).toMatchObject({
      code: 1001,
      data: { fields: { [field]: expect.stringMatching(words) } },
    })
  })

  test('a new password ends every login but the one that set it', async () => {
    const { username, login } = await someone()
    const { data: other } = await logIn(username)
    const edit = { old_password: TEST_PASSWORD, password: 'four rivers 2026' }
    expect((await server.call(authApi.editSelf, edit, login)).code).toBe(0)
    const theirs = { token: other.token, uid: login.uid }
    expect(await server.call(authApi.info, {}, theirs)).toMatchObject({
      code: 2003,
      msg: expect.stringMatching(/密码已修改/),
    })
    expect((await server.call(authApi.info, {}, login)).code).toBe(0)
  })

  test('guessing the old password is slowed down like a login', async () => {
    const { login } = await someone()
    const guess = { old_password: 'wrong', password: 'four rivers 2026' }
    const codes = []
    for (let i = 0; i < 7; i++) codes.push((await server.call(authApi.editSelf, guess, login)).code)
    expect(codes.slice(0, 5)).toEqual(Array(5).fill(1001))
    expect(codes.at(-1)).toBe(1007)
  })
})

describe('the second factor', () => {
  test('is asked for, counts once, and a recovery code opens one door', async () => {
    const { username, login } = await someone()
    const { secret, used, codes } = await bind(login)
    expect(codes).toHaveLength(10)
    expect(await logIn(username)).toMatchObject({
      code: 1001,
      data: { fields: { otp: expect.stringMatching(/请输入/) } },
    })
    expect(await logIn(username, used)).toMatchObject({
      code: 1001,
      data: { fields: { otp: expect.stringMatching(/已使用/) } },
    })
    server.clock.advance(30_000)
    expect((await logIn(username, codeOf(secret, server.clock.now()))).code).toBe(0)
    expect((await logIn(username, codes[0])).code).toBe(0)
    expect((await logIn(username, codes[0])).code).toBe(1001)
    const { data } = await server.call(authApi.info, {}, login)
    expect(data).toMatchObject({ otp_bound: 1, recovery_left: 9 })
  })

  test('new recovery codes that are asked for twice at once replace each other', async () => {
    const { login } = await someone()
    await bind(login)
    const more = () => server.call(authApi.otpCodes, { password: TEST_PASSWORD }, login)
    await Promise.all([more(), more(), more()])
    const { data } = await server.call(authApi.info, {}, login)
    expect(data.recovery_left).toBe(10)
  })

  test('begins with the password, and nothing is bound before a code was right', async () => {
    const { username, login } = await someone()
    expect((await server.call(authApi.otpBegin, { password: 'wrong' }, login)).code).toBe(1001)
    await server.call(authApi.otpBegin, { password: TEST_PASSWORD }, login)
    expect((await server.call(authApi.otpConfirm, { otp: '000000' }, login)).code).toBe(1001)
    expect((await logIn(username)).code).toBe(0)
  })

  test('that a group asks for leaves no rights without it, and stays', async () => {
    const { login } = await someone()
    const asked = server.db.query.updateTable('account_group').where('id', '=', 'operator')
    await asked.set({ otp_required: 1 }).execute()
    server.app.sessions.changed()
    expect((await server.call(authApi.info, {}, login)).data.must).toBe('otp')
    expect((await server.call(roomApi.list, {}, login)).code).toBe(1003)
    await bind(login)
    expect((await server.call(roomApi.list, {}, login)).code).toBe(0)
    const removed = await server.call(authApi.otpRemove, { password: TEST_PASSWORD }, login)
    expect(removed).toMatchObject({ code: 1006, msg: expect.stringMatching(/不能解除/) })
    await asked.set({ otp_required: 0 }).execute()
    server.app.sessions.changed()
    expect((await server.call(authApi.otpRemove, { password: TEST_PASSWORD }, login)).code).toBe(0)
  })

  test('that a group asks for and an administrator takes away leaves no rights, at once', async () => {
    const { login } = await someone()
    await bind(login)
    const asked = server.db.query.updateTable('account_group').where('id', '=', 'operator')
    await asked.set({ otp_required: 1 }).execute()
    server.app.sessions.changed()
    expect((await server.call(roomApi.list, {}, login)).code).toBe(0)
    const unbind = { uid: login.uid, bind: 'otp' } as const
    await server.call(accountApi.removeBind, unbind, await server.login('admin'))
    expect((await server.call(roomApi.list, {}, login)).code).toBe(1003)
    await asked.set({ otp_required: 0 }).execute()
  })
})

const from = async (username: string, agent: string) => {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: authApi.login.path,
    headers: { 'user-agent': agent },
    payload: { username, password: TEST_PASSWORD },
  })
  return answer.json<{ data: { token: string; user: { uid: string } } }>().data
}

describe('devices', () => {
  test('a new one is noticed by the others until one of them knows it', async () => {
    const { username, login } = await someone()
    const fresh = await from(username, 'Somewhere/1.0')
    const strange = { token: fresh.token, uid: login.uid }
    const noticed = (await server.call(authApi.info, {}, login)).data.new_devices
    expect(noticed).toMatchObject([{ user_agent: 'Somewhere/1.0', is_new: 1 }])
    const [device] = noticed
    const own = await server.call(authApi.knowDevice, { id: device?.id ?? '' }, strange)
    expect(own).toMatchObject({ code: 1006, msg: expect.stringMatching(/另一台/) })
    await server.call(authApi.knowDevice, { id: device?.id ?? '' }, login)
    expect((await server.call(authApi.info, {}, login)).data.new_devices).toEqual([])
  })

  test('one can be revoked, nobody else’s can, and its token is dead', async () => {
    const { username, login } = await someone()
    const other = await someone()
    const { token } = await from(username, 'Phone/1.0')
    const { list } = (await server.call(authApi.devices, {}, login)).data
    const phone = list.find((device) => device.user_agent === 'Phone/1.0')
    const id = phone?.id ?? ''
    expect((await server.call(authApi.revoke, { id }, other.login)).code).toBe(1005)
    expect((await server.call(authApi.revoke, { id }, login)).code).toBe(0)
    const gone = await server.call(authApi.info, {}, { token, uid: login.uid })
    expect(gone).toMatchObject({ code: 2003, msg: expect.stringMatching(/撤销/) })
  })
})
