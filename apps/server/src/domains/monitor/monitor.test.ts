import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { AGENT_CLOSE } from '@kaibo/contract/agent/frames.ts'
import { agentApi } from '@kaibo/contract/agent/enrol.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { repositoryLines } from './install-lines.ts'
import { buildPc, pcKey } from '@kaibo/testkit/build/pc.build.ts'

const { enrolCode } = monitorApi
const NO_CODE = '登记码无效或已过期，请在控制台重新生成'

let server: TestServer
let operator: Login
let guild: Login

beforeAll(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'guild-1' })
  operator = await server.login('operator')
  await server.call(monitorApi.editPublicAddress, { address: 'http://kaibo.test' }, operator)
  guild = await server.login('guild', { org_id: 'guild-1', extra_actions: ['monitor.add'] })
})
afterAll(() => server.close())

let made = 0
/** A code for a new PC. */
async function codeFor(as = operator) {
  made += 1
  const { data } = await server.call(enrolCode, { name: `登记${made}` }, as)
  return data
}

const enrol = (code: string, public_key = pcKey().public_key) =>
  server.call(agentApi.enrol, { code, public_key, version: '0.1.0' })

const pcOf = (id: string) =>
  server.db.query.selectFrom('pc').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The time after which wrong guesses no longer count. */
const nextMinute = () => server.clock.advance(60_000)

test('a PC is named, gets a code for ten minutes and enrols with it', async () => {
  const { code, data } = await server.call(enrolCode, { name: ' 三号机 ' }, operator)
  expect(code).toBe(0)
  expect(data).toEqual({
    pc_id: expect.any(String),
    name: '三号机',
    code: expect.stringMatching(
      /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/,
    ),
    expires_at: server.clock.now() + 600_000,
    address: 'http://kaibo.test',
    lines: repositoryLines('http://kaibo.test', data.code),
  })
  const { public_key } = pcKey()
  const enrolled = await enrol(data.code, public_key)
  expect(enrolled).toEqual({
    code: 0,
    msg: 'success',
    data: { pc_id: data.pc_id, name: '三号机', server_time: server.clock.now() },
  })
  expect(await pcOf(data.pc_id)).toMatchObject({
    public_key,
    org_id: 'default',
    enrolled_at: server.clock.now(),
    agent_version: '0.1.0',
    online: 0,
  })
})

test('a code may be typed in small letters, with spaces or without its dashes', async () => {
  for (const typed of [
    (code: string) => code.toLowerCase(),
    (code: string) => code.replaceAll('-', ''),
    (code: string) => ` ${code.replaceAll('-', ' ')} `,
  ]) {
    expect((await enrol(typed((await codeFor()).code))).code).toBe(0)
  }
})

test('used, expired, replaced and unknown codes get the same answer', async () => {
  const used = await codeFor()
  await enrol(used.code)
  const old = await codeFor()
  const renewed = await server.call(enrolCode, { pc_id: old.pc_id }, operator)
  const late = await codeFor()
  const refused = { code: 1001, msg: NO_CODE, data: { fields: { code: NO_CODE } } }

  expect(await enrol(used.code)).toEqual(refused)
  expect(await enrol(old.code)).toEqual(refused)
  expect(await enrol('AAAA-AAAA-AAAA')).toEqual(refused)
  expect(await enrol('-')).toEqual(refused)
  server.clock.set(late.expires_at)
  expect(await enrol(late.code)).toEqual(refused)
  server.clock.set(renewed.data.expires_at - 1)
  expect((await enrol(renewed.data.code)).code).toBe(0)
  nextMinute()
})

test('of many concurrent uses of a code one is enrolled', async () => {
  const { code, pc_id } = await codeFor()
  const keys = Array.from({ length: 8 }, () => pcKey().public_key)
  const answers = await Promise.all(keys.map((key) => enrol(code, key)))
  const winner = answers.findIndex((answer) => answer.code === 0)
  expect(answers.filter((answer) => answer.code === 1001)).toHaveLength(7)
  expect((await pcOf(pc_id)).public_key).toBe(keys[winner])
  nextMinute()
})

test('an agent that repeats the call with the same key after a lost answer is enrolled', async () => {
  const { code, pc_id } = await codeFor()
  const { public_key } = pcKey()
  const first = await enrol(code, public_key)
  expect((await enrol(code, public_key)).data).toEqual(first.data)
  expect((await enrol(code)).code).toBe(1001)
  expect((await pcOf(pc_id)).public_key).toBe(public_key)
  server.clock.advance(600_000)
  expect((await enrol(code, public_key)).code).toBe(1001)
})

test('enrolling a known PC again replaces its key and ends the connection under the old one', async () => {
  const url = await server.listen()
  const { id: pc_id, public_key: old, private_key } = await buildPc(server.platform)
  const before = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await before.hello()
  const { data } = await server.call(enrolCode, { pc_id }, operator)
  expect((await pcOf(pc_id)).public_key, 'until then the old key works').toBe(old)

  // By the clock nothing comes before anything else: it stands still.
  const early = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  const fresh = pcKey()
  expect((await enrol(data.code, fresh.public_key)).data.pc_id).toBe(pc_id)
  expect(await pcOf(pc_id)).toMatchObject({ public_key: fresh.public_key, version: 2 })
  expect(await before.closed).toBe(AGENT_CLOSE.replaced)
  const claim = { pc_id, ts: server.clock.now() }
  await expect(connectAgent(url, { ...claim, private_key })).rejects.toMatchObject({ status: 401 })
  const after = await connectAgent(url, { ...claim, private_key: fresh.private_key })
  expect((await after.hello()).type).toBe('welcome')
  // Admitted by the old key, it says hello under the new one.
  early.hello().catch(() => {})
  expect(await early.closed).toBe(AGENT_CLOSE.replaced)
  const still = after.next('desired')
  await server.db.transaction((trx) => server.app.link.wake(trx, [pc_id]))
  expect((await still).type).toBe('desired')
  after.kill()
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 512 }).publicKey
const x25519 = generateKeyPairSync('x25519').publicKey
test.each([
  ['no key', Buffer.alloc(44, 7).toString('base64')],
  ['an RSA key', rsa.export({ format: 'der', type: 'spki' }).toString('base64')],
  ['an X25519 key', x25519.export({ format: 'der', type: 'spki' }).toString('base64')],
  ['no base64', '密'.repeat(50)],
])('%s is refused, and the code still works', async (_, bad) => {
  const { code } = await codeFor()
  const refused = await enrol(code, bad)
  expect(refused.code).toBe(1001)
  expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual([
    'public_key',
  ])
  expect((await enrol(code)).code).toBe(0)
})

test('after ten wrong codes in a minute an address has to wait', async () => {
  nextMinute()
  const { code } = await codeFor()
  for (let i = 0; i < 10; i++) expect((await enrol('WRNG-WRNG-WRNG')).code).toBe(1001)
  server.clock.advance(20_000)
  expect(await enrol(code)).toEqual({
    code: 1007,
    msg: '尝试次数过多，请40秒后再试',
    data: { retry_after_s: 40 },
  })
  const elsewhere = await server.app.http.inject({
    method: 'POST',
    url: agentApi.enrol.path,
    remoteAddress: '192.0.2.7',
    payload: { code, public_key: pcKey().public_key, version: '0.1.0' },
  })
  expect(elsewhere.json().code).toBe(0)
  server.clock.advance(40_000)
  expect((await enrol((await codeFor()).code)).code).toBe(0)
})

test('neither code nor its hash is in an audit row; the code is not in the database', async () => {
  const { code, pc_id } = await codeFor()
  await enrol(code)
  const newest = await server.db.query
    .selectFrom('audit')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  const audit = newest.toReversed()
  const stored = await server.db.query
    .selectFrom('pc_enrol_code')
    .selectAll()
    .where('pc_id', '=', pc_id)
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject([
    { action: 'monitor.enrolCode', uid: operator.uid, target: audit[1]?.username },
    { action: 'agent.enrol', uid: pc_id, target: audit[1]?.username },
  ])
  const written = JSON.stringify([audit, stored])
  expect(written).not.toContain(code)
  expect(written).not.toContain(code.replaceAll('-', ''))
  expect(JSON.stringify(audit)).not.toContain(stored.code_hash)
})

test('a name that an enrolled PC has is refused; one that never enrolled gets another code', async () => {
  await buildPc(server.platform, { name: '一号机' })
  expect(await server.call(enrolCode, { name: '一号机' }, operator)).toMatchObject({
    code: 1006,
    msg: '该PC名称已被使用，请换一个名称',
  })
  const first = await server.call(enrolCode, { name: '二号机' }, operator)
  const second = await server.call(enrolCode, { name: '二号机' }, operator)
  expect(second.data.pc_id).toBe(first.data.pc_id)
  expect((await enrol(first.data.code)).code).toBe(1001)
  expect((await enrol(second.data.code)).code).toBe(0)
  const elsewhere = await server.call(enrolCode, { name: '一号机' }, guild)
  expect(elsewhere.code).toBe(0)
})

test('a guild names PCs of its own only', async () => {
  const { data } = await server.call(enrolCode, { name: '公会机' }, guild)
  expect((await pcOf(data.pc_id)).org_id).toBe('guild-1')
  const foreign = await buildPc(server.platform)
  const unknown = await server.call(enrolCode, { pc_id: 'no-such' }, guild)
  expect(unknown).toEqual({ code: 1005, msg: 'PC客户端不存在', data: null })
  expect(await server.call(enrolCode, { pc_id: foreign.id }, guild)).toEqual(unknown)
  const elsewhere = await server.call(enrolCode, { name: '别家', org_id: 'default' }, guild)
  expect(elsewhere).toEqual({ code: 1005, msg: '公会不存在', data: null })
})

test.each([
  [{}, { name: '请输入PC名称' }],
  [{ name: 'a', pc_id: 'b' }, { name: '重新登记已有PC时不能填写PC名称' }],
  [{ pc_id: 'b', org_id: 'c' }, { org_id: '重新登记已有PC时不能更换公会' }],
  [{ name: ' ' }, { name: 'PC名称不能为空字符' }],
  [{ name: '长'.repeat(41) }, { name: 'PC名称最多40个字符' }],
  [{ name: 'a', ip: 'b' }, { ip: '不认识的字段ip' }],
])('%j is refused by name', async (input, fields) => {
  const answer = await server.call(enrolCode, input, operator)
  expect(answer).toMatchObject({ code: 1001, data: { fields } })
})

test.each([`'); delete from pc; --`, '<img src=x onerror=alert(1)>', '$(reboot) & `id`'])(
  'the name %j is stored and answered letter by letter and is no part of the command',
  async (name) => {
    const { data } = await server.call(enrolCode, { name }, operator)
    expect(data.name).toBe(name)
    expect((await pcOf(data.pc_id)).name).toBe(name)
    expect(Object.values(data.lines).join()).not.toContain(name)
  },
)

test('without the right, or without a login, there is no code', async () => {
  const finance = await server.login('finance')
  expect(await server.call(enrolCode, { name: '无权' }, finance)).toMatchObject({
    code: 1003,
    data: { need: 'monitor.add' },
  })
  expect((await server.call(enrolCode, { name: '无权' })).code).toBe(1002)
})

test('of several codes requested at once for one PC only the last is valid', async () => {
  const { pc_id } = (await server.call(enrolCode, { name: '四号机' }, operator)).data
  await Promise.all([1, 2, 3].map(() => server.call(enrolCode, { pc_id }, operator)))
  const codes = server.db.query.selectFrom('pc_enrol_code').select('pc_id')
  expect(await codes.where('pc_id', '=', pc_id).execute()).toHaveLength(1)
})
