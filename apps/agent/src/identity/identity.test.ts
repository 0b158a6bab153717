import { createPublicKey } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerFixture } from '#link/server.fixture.ts'
import { freshFolder } from '#spool/spool.fixture.ts'
import { enrol, EnrolLater, EnrolRefused } from './enrol.ts'
import {
  DamagedKey,
  folderOf,
  keyFor,
  publicKeyOf,
  storedIdentity,
  storeIdentity,
} from './identity.ts'

let server: ServerFixture

beforeEach(async () => {
  server = await ServerFixture.start()
})
afterEach(() => server.kill())

const INPUT = { code: 'ABCD', public_key: 'x'.repeat(60), version: '0.1.0' }
const ask = (url = server.url) => enrol(url, INPUT, new AbortController().signal)

test('a code becomes a PC', async () => {
  expect(await ask()).toEqual({ pc_id: 'pc-1', name: '一号机', server_time: 1 })
  expect(server.keys.get('pc-1')).toBe(INPUT.public_key)
})

test.each([
  [
    'a wrong code',
    200,
    { code: 1001, msg: '登记码无效或已过期', data: {} },
    EnrolRefused,
    '已过期',
  ],
  [
    'too many tries',
    200,
    { code: 1007, msg: '尝试过多', data: { retry_after_s: 7 } },
    EnrolLater,
    '尝试过多',
  ],
  ['a fault of the server', 500, { code: 5000, msg: '内部错误', data: {} }, EnrolLater, '内部错误'],
  ['another program', 502, 'Bad Gateway', EnrolLater, 'HTTP 502'],
  ['an answer of another version', 200, { code: 0, msg: '', data: {} }, EnrolLater, '看不懂'],
])('%s', async (_name, status, body, kind, message) => {
  server.enrolment = { status, body }
  const failure: unknown = await ask().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(kind)
  expect((failure as Error).message).toContain(message)
})

test('told how long to wait, it says so', async () => {
  server.enrolment = {
    status: 200,
    body: { code: 1007, msg: '尝试过多', data: { retry_after_s: 7 } },
  }
  await expect(ask()).rejects.toMatchObject({ afterMs: 7_000 })
})

test('no server', async () => {
  const { url } = server
  await server.kill()
  await expect(ask(url)).rejects.toThrow(/连不上服务器 http:\/\/127\.0\.0\.1:\d+（ECONNREFUSED）/)
  server = await ServerFixture.start()
})

test('the key is made once, kept as PEM for this user only, and is Ed25519', async () => {
  const folder = folderOf(await freshFolder(), server.url, 'ABCD')
  const key = await keyFor(folder)
  expect(publicKeyOf(await keyFor(folder))).toBe(publicKeyOf(key))
  if (process.platform !== 'win32')
    expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600)
  const der = Buffer.from(publicKeyOf(key), 'base64')
  expect(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType).toBe(
    'ed25519',
  )
})

test('an identity is found again by the same server and code only', async () => {
  const data = await freshFolder()
  const folder = folderOf(data, server.url, 'ABCD')
  expect(await storedIdentity(folder)).toBeUndefined()
  const key = await keyFor(folder)
  expect(await storedIdentity(folder)).toBeUndefined()
  await storeIdentity(folder, { pc_id: 'pc-1', name: '一号机', server_time: 1 }, server.url)
  expect(await storedIdentity(folder)).toMatchObject({ pc_id: 'pc-1', name: '一号机' })
  expect(publicKeyOf((await storedIdentity(folder))?.key ?? key)).toBe(publicKeyOf(key))
  expect(folderOf(data, server.url, 'ABCE')).not.toBe(folder)
  expect(folderOf(data, new URL('http://other/'), 'ABCD')).not.toBe(folder)
})

test('a key that is damaged is told and stays', async () => {
  const folder = await freshFolder()
  await writeFile(join(folder, 'key.pem'), 'torn')
  await expect(keyFor(folder)).rejects.toThrow(DamagedKey)
  await expect(storedIdentity(folder)).rejects.toThrow(/key\.pem/)
  expect(await readFile(join(folder, 'key.pem'), 'utf8')).toBe('torn')
})

test('a key that cannot be read now is not taken for none', async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'key.pem'))
  await expect(storedIdentity(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  await expect(keyFor(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})
