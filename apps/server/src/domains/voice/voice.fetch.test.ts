import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { acceptLicence } from '@kaibo/testkit/build/voice.build.ts'
import { uploadOf } from '@kaibo/testkit/build/upload.build.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { releaseServer, type Release } from '@kaibo/testkit/release.ts'

const SPEAKER = new URL('../../../../speaker/src/main.ts', import.meta.url)
const program = programOf(SPEAKER, './natural.ts', './unpack.ts')
const LICENCE = { holder: '某研究组', expire_at: null, note: 'MIT' }
const URL_OF = 'https://release.test/vits-double.tar.bz2?key=secret'
/** A little longer than a fetch may be silent. */
const LEFT_MS = 61_000

let release: Release
let server: TestServer
let admin: Login
let answer: RequestListener
let limits: { firstByteMs?: number }
beforeEach(async () => {
  limits = {}
  release = await releaseServer((request, response) => answer(request, response))
  const { outgoing } = release
  server = await bootServer({
    config: { speakerFile: program.file },
    outgoing: {
      ...outgoing,
      pull: (wanted, take) => outgoing.pull({ ...wanted, ...limits }, take),
    },
  })
  admin = await server.login('admin')
})
afterEach(async () => {
  await server.close()
  await release.close()
})

const add = (more: object = {}) =>
  server.call(voiceApi.addNatural, { name: '自然', url: URL_OF, licence: LICENCE, ...more }, admin)
async function resource() {
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, admin)
  const [row] = data.list
  if (!row) throw new Error('no resource')
  return row
}
const way = async () => (await resource()).servers[0]
const fetched = () => expect.poll(way, { timeout: 10_000 }).not.toMatchObject({ state: 'fetching' })
/** Has it published, with its licence accepted. */
async function publish(): Promise<void> {
  await server.app.jobs.look()
  await acceptLicence(server, admin)
}
const uploads = () => server.db.query.selectFrom('upload').select('state').execute()

test('a model is fetched from where it is released, over redirects, and spoken like one that was uploaded', async () => {
  answer = ({ url = '' }, response) => {
    const hop = Number(new URL(url, URL_OF).searchParams.get('hop'))
    if (hop < 5)
      response.writeHead(302, { location: `https://cdn${hop}.test/?hop=${hop + 1}` }).end()
    else response.end(modelArchive())
  }
  expect(await add()).toMatchObject({
    code: 0,
    data: { revision: 1, sha256: '', servers: [{ state: 'fetching', error: null }] },
  })
  await fetched()
  expect(release.asked).toHaveLength(6)
  expect(release.asked.at(-1)).toBe('cdn4.test/?hop=5')
  expect(await way()).toMatchObject({ state: 'wait' })
  await publish()
  expect(await resource()).toMatchObject({
    bytes: modelArchive().length,
    servers: [{ state: 'done', revision: 1, error: null }],
  })
  const { data: voices } = await server.call(voiceApi.list, {}, admin)
  const voice = voices.list.find(({ name }) => name === '自然')
  expect(voice).toMatchObject({ enabled: 1 })
  const said = { voice_id: voice?.voice_id ?? '', text: '欢迎来到直播间' }
  expect(await server.call(voiceApi.test, said, admin)).toMatchObject({
    code: 0,
    data: { silent: false },
  })
})

test('one that did not come is fetched once more, and not while it is on its way or there', async () => {
  answer = (_, response) => void response.writeHead(404).end()
  await add()
  const { resource_id } = await resource()
  const again = (url = URL_OF) => server.call(voiceApi.fetchNatural, { resource_id, url }, admin)
  expect(await again('http://release.test/model')).toMatchObject({ code: 1001 })
  await fetched()
  expect(await way()).toMatchObject({ state: 'failed' })
  answer = (_, response) => void response.end(modelArchive())
  expect(await again()).toMatchObject({ code: 0, data: { servers: [{ state: 'fetching' }] } })
  expect(await again()).toMatchObject({ code: 1006 })
  await fetched()
  await publish()
  expect(await way()).toMatchObject({ state: 'done', error: null })
  expect(await again()).toMatchObject({ code: 1006, msg: '模型的文件已经有了' })
})

const sends =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end()

test.each<[string, RequestListener, RegExp, asked: number]>([
  ['leads inside by its name', sends('https://inner.test/model'), /^不允许访问内网地址$/, 1],
  ['leads inside by its number', sends('https://192.168.1.9/model'), /^不允许访问内网地址$/, 1],
  ['leads to this machine', sends('https://127.0.0.1/model'), /^不允许访问内网地址$/, 1],
  ['leads to where clouds keep secrets', sends('https://169.254.169.254/'), /不允许访问/, 1],
  ['leads to where nothing is encrypted', sends('http://release.test/model'), /须以https/, 1],
  ['redirects for ever', sends(URL_OF), /转址次数过多/, 6],
  [
    'is too large',
    (_, response) => void response.writeHead(200, { 'content-length': 2 ** 31 + 1 }).write('BZh'),
    /应答过大/,
    1,
  ],
  [
    'is not there',
    (_, response) => void response.writeHead(404).end('秘密'),
    /^模型地址应答404$/,
    1,
  ],
  ['answers nothing', (_, response) => void response.writeHead(204).end(), /应答204/, 1],
  [
    'breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write(modelArchive().subarray(0, 500))
      setTimeout(() => response.destroy(), 50)
    },
    /^连接中断$/,
    1,
  ],
  ['is no model', (_, response) => void response.end('<html>秘密</html>'), /不是有效的语音模型/, 1],
])('where an address %s, that is said, and nothing is kept', async (_, does, said, asked) => {
  release.names['inner.test'] = '10.0.0.9'
  answer = does
  await expectFailed(said)
  expect(release.asked).toHaveLength(asked)
})

test('an address that hangs is left, and nothing is kept', async () => {
  limits = { firstByteMs: 300 }
  answer = () => {}
  await expectFailed(/没有在规定时间内应答/)
})

async function expectFailed(said: RegExp): Promise<void> {
  expect((await add()).code).toBe(0)
  await fetched()
  const found = await way()
  expect(found).toMatchObject({ state: 'failed', error: expect.stringMatching(said) })
  expect(found?.error).not.toMatch(/秘密|secret/)
  expect(await uploads()).toEqual([])
}

test('what was not fetched may be uploaded instead, and is not published before', async () => {
  answer = (_, response) => void response.writeHead(404).end()
  await add()
  await fetched()
  const { resource_id: id, version, name, kind, servers } = await resource()
  const server_ids = servers.map(({ server_id }) => server_id)
  const ask = () => server.call(voiceApi.publish, { resource_id: id, server_ids }, admin)
  expect(await ask()).toMatchObject({ code: 1006, msg: expect.stringMatching(/先上传文件/) })

  const upload_id = await uploadOf(server, admin, { kind: 'model', bytes: modelArchive() })
  const saved = { id, version, name, kind, upload_id }
  expect(await server.call(voiceApi.saveResource, saved, admin)).toMatchObject({ code: 0 })
  expect((await ask()).code).toBe(0)
  await publish()
  expect(await way()).toMatchObject({ state: 'done', revision: 2, error: null })
})

test('how much has come is shown while it comes, and a server that ends says that it failed', async () => {
  answer = (_, response) => void response.write('BZh9')
  await add()
  server.clock.advance(LEFT_MS)
  await expect.poll(async () => (await resource()).bytes, { timeout: 10_000 }).toBe(4)
  await server.app.jobs.look()
  expect(await way()).toMatchObject({ state: 'fetching' })
  await server.app.voice.close()
  expect(await way()).toMatchObject({ state: 'failed', error: expect.stringMatching(/服务器重启/) })
  expect(await uploads()).toEqual([])
})

test('what a killed server was fetching has failed', async () => {
  answer = () => {}
  await add()
  await server.app.voice.close()
  const killed = { state: 'fetching', error: null } as const
  await server.db.query.updateTable('voice_publish').set(killed).execute()
  server.clock.advance(LEFT_MS)
  await server.app.jobs.look()
  expect(await way()).toMatchObject({ state: 'failed', error: expect.stringMatching(/服务器重启/) })
})

const refused = (field: string, said: RegExp) => ({
  code: 1001,
  data: { fields: { [field]: expect.stringMatching(said) } },
})

test('an address or a file, one of them, and only https', async () => {
  expect(await add({ url: '' })).toMatchObject(refused('upload_id', /上传模型文件或填写模型地址/))
  expect(await add({ upload_id: 'x' })).toMatchObject(refused('url', /只能有一个/))
  expect(await add({ url: 'http://release.test/a' })).toMatchObject(refused('url', /须以https/))
  expect(await add({ url: 'https://me:word@release.test/a' })).toMatchObject(
    refused('url', /不能带用户名和密码/),
  )
})
