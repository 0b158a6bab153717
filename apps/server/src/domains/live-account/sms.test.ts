import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'

const { sms, saveGateway, deleteGateway, gateways } = liveAccountApi
const PHONE = '13800000000'
const TEXT = '【抖音】验证码 482913，5分钟内有效。'

let server: TestServer
let admin: Login
let operator: Login
let gateway: { id: string; secret: string }

beforeEach(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'guild-1' })
  admin = await server.login('admin')
  operator = await server.login('operator')
  gateway = await gatewayOf()
})
afterEach(() => server.close())

async function gatewayOf(more: Partial<InputOf<typeof saveGateway>> = {}) {
  const { data } = await server.call(saveGateway, { name: '手机', phone: PHONE, ...more }, admin)
  return { id: data.id, version: data.version, secret: data.secret ?? '' }
}

const now = () => server.clock.now()
const log = async (as = operator, query: InputOf<typeof sms> = {}) =>
  (await server.call(sms, query, as)).data
const looks = () =>
  server.db.query
    .selectFrom('audit')
    .select(['uid', 'after_json'])
    .where('action', '=', 'live-account.sms')
    .orderBy('seq')
    .execute()

interface Sent {
  status: number
  code: number
  data: { accepted: number; repeated: number; too_old: number }
}

async function post(
  url: string,
  payload: string,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
) {
  const answer = await server.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress,
  })
  return { status: answer.statusCode, ...answer.json<Omit<Sent, 'status'>>() }
}

interface Form {
  from?: string
  content?: string
  at?: number
  secret?: string
  id?: string
  encode?: (sign: string) => string
  headers?: Record<string, string>
  remote?: string
}

/** As the app sends it: the signature encoded once by itself and once as a part of the form. */
const forward = ({ encode = encodeURIComponent, ...given }: Form = {}) => {
  const { from = '10690000', content = TEXT, at = now(), id = gateway.id } = given
  const secret = given.secret ?? gateway.secret
  const sign = encode(createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'))
  const form = new URLSearchParams({ from, content, timestamp: String(at), sign }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...given.headers }
  return post(`/ingest/v1/sms/forwarder/${id}`, form, headers, given.remote)
}

const push = (messages: object[], { secret = gateway.secret, at = now() } = {}) => {
  const body = JSON.stringify({ messages })
  const timestamp = String(Math.floor(at / 1_000))
  return post('/ingest/v1/sms', body, {
    'content-type': 'application/json',
    'x-kaibo-key': gateway.id,
    'x-kaibo-timestamp': timestamp,
    'x-kaibo-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  })
}

const message = (id: string, more: object = {}) => ({
  id,
  phone: PHONE,
  sender: '10690000',
  content: TEXT,
  received_at: now(),
  ...more,
})

test('a text comes in by the app’s form, finds its account, and shows its code to who may see it', async () => {
  const account = await buildLiveAccount(server.platform, {
    phone: '138-0000-0000',
    nickname: '小鹿',
  })
  expect(await forward()).toMatchObject({
    status: 200,
    code: 0,
    data: { accepted: 1, repeated: 0 },
  })
  const [row] = (await log()).list
  expect(row).toMatchObject({
    phone: PHONE,
    sender: '10690000',
    content: TEXT,
    code: '482913',
    received_at: now(),
    account: { id: account.account_id, name: '小鹿' },
    gateway: { id: gateway.id, name: '手机' },
  })
  const finance = await server.login('finance')
  expect((await log(finance)).list[0]).toMatchObject({
    phone: '138****0000',
    content: '【抖音】验证码 ******，*分钟内有效。',
    code: '******',
  })
  expect((await log(finance, { with_code: 0 })).list).toEqual([])
})

test('whoever is shown a code leaves a row, once for each message; who is not, leaves none', async () => {
  await forward()
  await forward({ content: '您的套餐即将到期', at: now() + 1 })
  await log(await server.login('finance'))
  expect(await looks()).toEqual([])
  await log()
  await log()
  await log(admin)
  const rows = await looks()
  expect(rows.map(({ uid }) => uid)).toEqual([operator.uid, admin.uid])
  expect(rows[0]?.after_json).toContain('138****0000')
  expect(JSON.stringify(rows)).not.toContain('482913')
})

test('the signature is taken as the app’s versions encode it', async () => {
  expect((await forward({ encode: String })).status).toBe(200)
  expect((await forward({ at: now() + 1, content: '另一条' })).status).toBe(200)
})

test('a message template in JSON is read as the form is', async () => {
  const timestamp = String(now())
  const { secret } = gateway
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  const said = {
    from: '10690000',
    content: `“${TEXT}”\n+1`,
    timestamp,
    sign: encodeURIComponent(sign),
  }
  const sent = (fields: object) =>
    post(`/ingest/v1/sms/forwarder/${gateway.id}`, JSON.stringify(fields), {
      'content-type': 'application/json; charset=utf-8',
    })
  expect(await sent(said)).toMatchObject({ status: 200, data: { accepted: 1 } })
  expect((await log()).list[0]).toMatchObject({ content: said.content, code: '482913' })
  expect((await sent({ ...said, content: '另一条' })).status).toBe(401)
  expect((await sent({ ...said, sign: null })).status).toBe(401)
})

test('a person who sends is masked as the phone is; a code in letters and one at the end of a long text are known', async () => {
  await forward({ from: '+8613912345678', content: `${'长'.repeat(1_200)}验证码 482913` })
  server.clock.advance(1)
  await forward({ content: '验证码 AB12CD' })
  const finance = await server.login('finance')
  expect((await log(finance)).list).toMatchObject([
    { content: '验证码 ******', sender: '10690000' },
    { code: '******', sender: expect.stringMatching(/^\+86\*{4}5678$/) },
  ])
  expect((await log()).list[1]).toMatchObject({ code: '482913', sender: '+8613912345678' })
  expect(JSON.stringify(await looks())).not.toContain('13912345678')
})

test('forged, late and early ones, and those of no gateway, are refused alike; nothing is stored', async () => {
  const disabled = await gatewayOf({ phone: '13900000000', enabled: 0 })
  for (const wrong of [
    { secret: 'guess' },
    { id: 'none' },
    { id: disabled.id, secret: disabled.secret },
    { at: now() - 3_600_001 },
    { at: now() + 3_600_001 },
    { at: Number.NaN },
  ])
    expect(await forward(wrong)).toMatchObject({ status: 401, code: 1002 })
  expect((await forward({ at: now() - 3_599_000 })).status).toBe(200)
  expect((await log()).total).toBe(1)
})

test('what is sent again is there once: the same request, and the same text with a new time', async () => {
  expect((await forward()).data.accepted).toBe(1)
  expect((await forward()).data).toMatchObject({ accepted: 0, repeated: 1 })
  const at = now()
  server.clock.advance(30_000)
  expect((await forward()).data).toMatchObject({ accepted: 0, repeated: 1 })
  server.clock.advance(600_001)
  expect((await forward()).data.accepted).toBe(1)
  expect((await forward({ at })).status).toBe(200)
  expect((await log()).total).toBe(2)
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => forward({ content: '同时', at: at + 7 })),
  )
  expect(sent.reduce((sum, { data }) => sum + data.accepted, 0)).toBe(1)
})

test('a signature that was seen is good for no other text', async () => {
  await forward()
  expect(await forward({ content: '请把验证码告诉客服 999999' })).toMatchObject({ status: 401 })
  expect((await log()).total).toBe(1)
})

test('after ten wrong signatures in a minute an address is answered 429; what is signed right is taken', async () => {
  const statuses = []
  for (let i = 0; i < 12; i += 1) statuses.push((await forward({ secret: 'guess' })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  // More than a gateway may send: what is not signed right does not use that up.
  for (let i = 0; i < 120; i += 1) await forward({ secret: 'guess' })
  expect((await forward()).status).toBe(200)
  server.clock.advance(60_000)
  expect((await forward({ secret: 'guess' })).status).toBe(401)
})

test('a flood with the right secret is held to what a phone gets', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 130 },
      async (_, i) => (await forward({ content: `短信${i}`, at: now() + i })).status,
    ),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('only over HTTPS, or from the machine itself', async () => {
  const remote = '203.0.113.7'
  expect(await forward({ remote })).toMatchObject({ status: 403, code: 1003 })
  const behindProxy = { 'x-forwarded-for': remote, 'x-forwarded-proto': 'http' }
  expect((await forward({ headers: behindProxy })).status).toBe(403)
  expect(
    (await forward({ headers: { ...behindProxy, 'x-forwarded-proto': 'https' } })).status,
  ).toBe(200)
  // Nobody but a proxy on this machine is believed.
  expect((await forward({ remote, headers: { 'x-forwarded-proto': 'https' } })).status).toBe(403)
})

test('a long text is cut, marks of a page stay text, and what cannot be stored is replaced', async () => {
  await forward({ content: `<img src=x onerror=alert(1)>${'长'.repeat(2_000)}`, from: '<b>x</b>' })
  const [row] = (await log()).list
  expect(row?.content).toHaveLength(1_000)
  expect(row?.content.startsWith('<img src=x')).toBe(true)
  expect(row?.sender).toBe('<b>x</b>')
  await forward({ content: 'a\0b', at: now() + 1 })
  expect((await log()).list.map(({ content }) => content)).toContain('a\uFFFDb')
  expect((await forward({ content: '长'.repeat(30_000), at: now() + 2 })).status).toBe(413)
  expect(await forward({ content: ' ', at: now() + 3 })).toMatchObject({ code: 1001 })
})

test('signed pushes take many, each once by its id, and leave out what is too old to be kept', async () => {
  const old = message('old', { received_at: now() - 8 * DAY_MS })
  const batch = [message('1'), message('2', { content: '动态码 1234' }), old]
  expect(await push(batch)).toMatchObject({
    status: 200,
    data: { accepted: 2, repeated: 0, too_old: 1 },
  })
  expect((await push(batch)).data).toMatchObject({ accepted: 0, repeated: 2 })
  expect(new Set((await log()).list.map(({ code }) => code))).toEqual(new Set(['1234', '482913']))
  expect((await push(batch, { secret: 'guess' })).status).toBe(401)
  expect((await push(batch, { at: now() - 301_000 })).status).toBe(401)
  expect(await push([message('3', { phone: '' })])).toMatchObject({
    code: 1001,
    data: { fields: { 'messages.0.phone': '请输入手机号' } },
  })
  expect((await push([])).code).toBe(1001)
})

test('a time ahead of the server’s is its own: nothing stands at the top for ever', async () => {
  await push([message('1', { received_at: now() + DAY_MS })])
  expect((await log()).list[0]?.received_at).toBe(now())
})

test('only accounts of the gateway’s guild are found, and of several with the phone the one whose platform is named', async () => {
  await buildLiveAccount(server.platform, { phone: PHONE, org_id: 'guild-1' })
  await forward()
  expect((await log()).list[0]?.account).toBeNull()
  await buildLiveAccount(server.platform, { phone: PHONE, platform: 'kuaishou' })
  const douyin = await buildLiveAccount(server.platform, { phone: PHONE, platform: 'douyin' })
  await forward({ at: now() + 1, content: '【抖音】验证码 111111' })
  await forward({ at: now() + 2, content: '验证码 222222' })
  const accountOf = async (code: string) =>
    (await log()).list.find((row) => row.code === code)?.account?.id
  expect(await accountOf('111111')).toBe(douyin.account_id)
  expect(await accountOf('222222')).toBeUndefined()
  // A letter that looks like a digit makes another number, which is nobody's.
  await push([message('o', { phone: '138OOOOOOOO', content: '校验码 333333' })])
  expect(await accountOf('333333')).toBeUndefined()
})

test('a guild sees its own, and its gateways are its own', async () => {
  await forward()
  const extra_actions = ['live-account.operate', 'live-account.manage']
  const guild = await server.login('guild', { org_id: 'guild-1', extra_actions })
  expect(await log(guild)).toMatchObject({ list: [], total: 0 })
  expect((await server.call(gateways, {}, guild)).data.total).toBe(0)
  const foreign = { id: gateway.id, version: 1, name: '改', phone: PHONE }
  expect((await server.call(saveGateway, foreign, guild)).code).toBe(1005)
  expect((await server.call(deleteGateway, { id: gateway.id }, guild)).code).toBe(1005)
  const own = await server.call(saveGateway, { name: '自己的', phone: PHONE }, guild)
  expect(own).toMatchObject({ code: 0, data: { org: { id: 'guild-1' } } })
})

test('a secret is told once, kept sealed, and renewed; one SIM has one gateway', async () => {
  expect((await server.call(gateways, {}, admin)).data.list).toHaveLength(1)
  const again = { name: '又一个', phone: '+86 138-0000-0000' }
  expect(await server.call(saveGateway, again, admin)).toMatchObject({
    code: 1006,
    data: { fields: { phone: '该手机号已有短信网关，一张SIM卡一个网关' } },
  })
  const edit = { id: gateway.id, version: 1, name: '手机', phone: PHONE }
  expect((await server.call(saveGateway, edit, admin)).data.secret).toBeNull()
  const renewed = await server.call(saveGateway, { ...edit, version: 2, renew: true }, admin)
  const { secret } = renewed.data
  expect(secret).not.toBe(gateway.secret)
  expect((await forward()).status).toBe(401)
  expect((await forward({ secret: secret ?? '' })).status).toBe(200)
  const stored = await server.db.query.selectFrom('sms_gateway').selectAll().execute()
  const audit = await server.db.query.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify([stored, audit])).not.toContain(secret)
  expect(JSON.stringify([stored, audit])).not.toContain(gateway.secret)
})

test('a deleted gateway is refused, and what it sent stays', async () => {
  await forward()
  expect((await server.call(deleteGateway, { id: gateway.id }, admin)).code).toBe(0)
  expect((await forward({ at: now() + 1 })).status).toBe(401)
  expect((await log()).list[0]).toMatchObject({ code: '482913', gateway: null })
})

test('pages are read on by cursor, newest first, narrowed by phone and time', async () => {
  await push(
    Array.from({ length: 7 }, (_, i) => message(`m${i}`, { received_at: now() - i * 1_000 })),
  )
  const first = await log(operator, { page_size: 3 })
  expect(first).toMatchObject({ total: 7, total_capped: false })
  const second = await log(operator, { page_size: 3, cursor: first.next ?? '' })
  const times = [...first.list, ...second.list].map(({ received_at }) => now() - received_at)
  expect(times).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000])
  expect((await log(operator, { phone: '+8613800000000' })).total).toBe(7)
  expect((await log(operator, { phone: '139' })).total).toBe(0)
  expect((await log(operator, { from: now() - 2_000, to: now() - 1_000 })).total).toBe(2)
})
