import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import type { PcEnrolCode } from '@kaibo/contract/monitor/monitor.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

const { enrolCode, publicAddress, editPublicAddress } = monitorApi
const ADDRESS = 'https://kaibo.example.com'
const NOT_SET = '尚未设置服务器地址，请由能添加PC且有全部数据范围的账号在「添加PC」中填写'

let server: TestServer
let operator: Login
let port: string
beforeEach(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  port = new URL(await server.listen()).port
})
afterEach(() => server.close())

/** Requests a code over a raw socket with the given headers. */
async function ask(headers: Record<string, string>) {
  const answer = await new Promise<Envelope<PcEnrolCode>>((resolve, reject) => {
    const all = { token: operator.token, 'content-type': 'application/json', ...headers }
    const options = { host: '127.0.0.1', port, path: enrolCode.path, method: 'POST', headers: all }
    request(
      options,
      (response) => void json(response).then((data) => resolve(data as never), reject),
    )
      .on('error', reject)
      .end(JSON.stringify({ name: '一号机' }))
  })
  const { code, msg, data } = answer
  return { code, msg, server: data?.address }
}
const REFUSED = { code: 1006, msg: NOT_SET, server: undefined }
const made = (address: string) => ({ code: 0, msg: 'success', server: address })

describe('while no address is set', () => {
  test('the address and port by which the request reached this machine are used', async () => {
    const lan = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family }) => family === 'IPv4')
    for (const host of ['127.0.0.1', 'localhost', '[::1]', ...lan.map(({ address }) => address)])
      expect(await ask({ host: `${host}:${port}` })).toEqual(made(`http://${host}:${port}`))
  })

  test.each([
    ['a name', 'pc.example.com'],
    ['a name that has one of ours in it', '127.0.0.1.example.com'],
    ['somebody else’s address', '192.0.2.7'],
    ['a command', 'localhost;reboot'],
  ])('%s in the Host header is not', async (_, host) => {
    expect(await ask({ host: `${host}:${port}` })).toEqual(REFUSED)
    const pcs = await server.db.query.selectFrom('pc').select('id').execute()
    expect(pcs).toEqual([])
  })

  test('another port and forwarded headers of a proxy are not used', async () => {
    expect(await ask({ host: '127.0.0.1:1' })).toEqual(REFUSED)
    expect(await ask({ host: 'localhost' })).toEqual(REFUSED)
    const host = `127.0.0.1:${port}`
    expect(await ask({ host, 'x-forwarded-for': '192.0.2.7' })).toEqual(REFUSED)
    const told = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    expect(await ask(told)).toEqual(made(`http://${host}`))
  })
})

test('once it is set every command contains it, whatever the Host header says', async () => {
  const nothing = await server.call(publicAddress, {}, operator)
  expect(nothing.data).toEqual({ address: null, may_edit: 1, offered: [] })
  const edited = await server.call(editPublicAddress, { address: `${ADDRESS}/` }, operator)
  expect(edited.data).toEqual({ address: ADDRESS })
  for (const host of ['evil.example', `127.0.0.1:${port}`])
    expect(await ask({ host })).toEqual(made(ADDRESS))
  const other = 'http://192.168.1.5:8300'
  await server.call(editPublicAddress, { address: other }, operator)
  expect((await server.call(publicAddress, {}, operator)).data.address).toBe(other)
  const audit = server.db.query.selectFrom('audit').select(['action', 'target', 'before_json'])
  expect(await audit.orderBy('seq', 'desc').limit(1).executeTakeFirst()).toEqual({
    action: 'monitor.editPublicAddress',
    target: other,
    before_json: JSON.stringify({ address: ADDRESS }),
  })
})

test('somebody who sees one organisation only can use it but not change it', async () => {
  const guild = await server.login('guild', { org_id: 'g1', extra_actions: ['monitor.add'] })
  expect(await server.call(editPublicAddress, { address: ADDRESS }, guild)).toMatchObject({
    code: 1003,
    msg: '只有全部数据范围的账号可以设置服务器地址',
  })
  await server.call(editPublicAddress, { address: ADDRESS }, operator)
  const seen = await server.call(publicAddress, {}, guild)
  expect(seen.data).toEqual({ address: ADDRESS, may_edit: 0, offered: [] })
})

describe('what is offered', () => {
  test('is nothing while only this machine is listened to', async () => {
    expect((await server.call(publicAddress, {}, operator)).data.offered).toEqual([])
  })

  test('is every address by which others reach the machine, unless a proxy is in front', async () => {
    const open = await bootServer()
    const all = await open.login('operator')
    await open.app.http.listen({ host: '0.0.0.0', port: 0 })
    const { port: at } = open.app.http.server.address() as AddressInfo
    const outward = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => `http://${address}:${at}`)
    const ask = async (headers = {}) =>
      open.app.http.inject({ url: publicAddress.path, headers: { token: all.token, ...headers } })
    expect((await ask()).json()).toMatchObject({ code: 0, data: { offered: outward } })
    const proxied = await ask({ 'x-forwarded-for': '192.0.2.7' })
    expect(proxied.json()).toMatchObject({ code: 0, data: { offered: [] } })
    await open.close()
  })
})

test('an address of this machine that was saved once does not count any more', async () => {
  const value = 'http://127.0.0.1:8300'
  await server.db.query.insertInto('setting').values({ key: 'public_address', value }).execute()
  const { data } = await server.call(publicAddress, {}, operator)
  expect(data.address).toBeNull()
  expect(await server.call(editPublicAddress, { address: value }, operator)).toMatchObject({
    code: 1001,
    data: {
      fields: { address: '服务器地址不能是本机地址：别的电脑连不到 127.0.0.1 或 localhost' },
    },
  })
})
