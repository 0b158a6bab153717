import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { IMPORT_TEMPLATE_PATH } from '@kaibo/contract/asset/asset.rules.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'

type Save = InputOf<typeof assetApi.save>

let server: TestServer
let base: string
let operator: Login
const ALL = ['asset.look', 'asset.add', 'asset.edit', 'asset.del']

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  operator = await server.login('operator')
  for (const id of ['guild-1', 'guild-2']) await buildOrg(server.platform, { id })
})
afterAll(() => server.close())

/** Silence, which needs no other program to be made. */
const sound = (samples = 800): Buffer => {
  const head = Buffer.from('UklGRgAAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=', 'base64')
  head.writeUInt32LE(36 + samples, 4)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function uploaded(kind: UploadKind, bytes: Buffer, as = operator, filename = '文件') {
  const type = UPLOAD_LIMITS[kind].types[0] ?? ''
  const draft = { kind, filename, size: bytes.length, type }
  const { data } = await server.call(uploadApi.preUrl, draft, as)
  await fetch(new URL(data.url, base), {
    method: 'PUT',
    headers: data.headers,
    body: new Uint8Array(bytes),
  })
  const { upload_id } = data
  expect(await server.call(uploadApi.complete, { upload_id }, as)).toMatchObject({ code: 0 })
  return upload_id
}
const music = async (more: Partial<Save> = {}, as = operator): Promise<Save> => {
  const parts = { file: { upload_id: await uploaded('audio', sound(), as) } }
  return { kind: 'audio', name: '开场', parts, ...more }
}
const save = (draft: Save, as = operator) => server.call(assetApi.save, draft, as)
const made = async (more?: Partial<Save>, as = operator) =>
  (await save(await music(more, as), as)).data
const del = (asset_id: string, as = operator) => server.call(assetApi.del, { asset_id }, as)
const guild = (org_id: string) => server.login('guild', { org_id, extra_actions: ALL })

test('what was uploaded becomes an asset with its file, its licence and its tags', async () => {
  const at = server.clock.now() + 3 * 86_400_000
  const pdf = { file: { upload_id: await uploaded('document', Buffer.from('%PDF-1.7 %%EOF')) } }
  const { data: document } = await save({ kind: 'document', name: '合同', parts: pdf })
  const licence = { holder: '星河音乐', expire_at: at, document_id: document.asset_id }
  const { data } = await save(await music({ licence, tags: ['轻快'] }))
  expect(data).toMatchObject({
    kind: 'audio',
    name: '开场',
    org: null,
    tags: ['轻快'],
    licence: {
      holder: '星河音乐',
      expire_at: at,
      document: { id: document.asset_id, name: '合同' },
    },
    expire_status: 2,
    uses: { total: 0, list: [] },
    editable: true,
    version: 1,
    parts: { file: { content: 'audio', type: 'audio/wav', bytes: 844, ms: 100 } },
  })
  const file = data.parts['file']
  expect(file?.sha256).toBe(createHash('sha256').update(sound()).digest('hex'))
  const got = await fetch(base + (file?.url ?? ''), { headers: { range: 'bytes=0-3' } })
  expect([got.status, await got.text()]).toEqual([206, 'RIFF'])
  expect((await del(document.asset_id)).msg).toBe('使用中：素材「开场」的授权')
})

test('a private file has an address for five minutes, and none without its signature', async () => {
  const parts = { file: { upload_id: await uploaded('document', Buffer.from('%PDF-1.7 %%EOF')) } }
  const { data } = await save({ kind: 'document', name: '授权书', parts })
  const url = data.parts['file']?.url ?? ''
  const answer = await fetch(base + url)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="document-\w+\.pdf"$/,
  )
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect((await fetch(base + (url.split('?')[0] ?? ''))).status).toBe(404)
  expect((await fetch(`${base}${url}x`)).status).toBe(404)
  server.clock.advance(300_000)
  expect((await fetch(base + url)).status).toBe(404)
  operator = await server.login('operator')
})

test.each<[string, (draft: Save) => Partial<Save> | Promise<Partial<Save>>, object]>([
  ['no file', () => ({ parts: {} }), { parts: '请上传文件' }],
  [
    'half an actor',
    () => ({ kind: 'actor', type: 0, parts: { body: { upload_id: 'a' } } }),
    {
      parts: '请上传睁眼、闭眼、闭嘴、口型 a、口型 i、口型 u、口型 e、口型 o',
    },
  ],
  [
    'parts that do not go together',
    ({ parts }) => ({ parts: { ...parts, vrm: { upload_id: 'b' } } }),
    { parts: '这些文件不能放在一起' },
  ],
  [
    'a file that is gone',
    () => ({ parts: { file: { upload_id: 'none' } } }),
    { 'parts.file': '文件不存在或已过期，请重新上传' },
  ],
  [
    'another type of file',
    async () => ({ parts: { file: { upload_id: await uploaded('picture', PNG) } } }),
    { 'parts.file': '文件的文件类型不对，请重新上传' },
  ],
  [
    'a document that is none',
    () => ({ licence: { holder: '甲', document_id: 'none' } }),
    { 'licence.document_id': '请选择授权文件' },
  ],
  ['a type of another kind', () => ({ type: 3 }), { type: '请选择类型' }],
  ['a guild that is none', () => ({ org_id: 'none' }), { org_id: '请选择公会' }],
])('with %s it is refused at the field', async (_, change, fields) => {
  const draft = await music()
  expect(await save({ ...draft, ...(await change(draft)) })).toMatchObject({
    code: 1001,
    data: { fields },
  })
})

test('a file of somebody else, or of another asset, is nobody’s to take', async () => {
  const { parts } = await made()
  const taken = { file: { upload_id: parts['file']?.upload_id ?? '' } }
  const draft = await music()
  const gone = { code: 1001, data: { fields: { 'parts.file': '文件不存在或已过期，请重新上传' } } }
  expect(await save({ ...draft, parts: taken })).toMatchObject(gone)
  const theirs = { file: { upload_id: await uploaded('audio', sound(), await guild('guild-1')) } }
  expect(await save({ ...draft, parts: theirs })).toMatchObject(gone)
})

const seen = async (as: Login) =>
  (await server.call(assetApi.list, { kind: 'audio', page_size: 200 }, as)).data.list.map(
    (row) => row.asset_id,
  )

test('a guild sees its own and what is for all, and changes its own alone', async () => {
  const [one, two] = [await guild('guild-1'), await guild('guild-2')]
  const own = await made({}, one)
  expect(own.org).toMatchObject({ id: 'guild-1' })
  const all = await made()
  expect(await seen(one)).toEqual(expect.arrayContaining([own.asset_id, all.asset_id]))
  expect(await seen(two)).not.toContain(own.asset_id)
  expect((await del(own.asset_id, two)).code).toBe(1005)
  expect((await del(all.asset_id, one)).code).toBe(1003)
  const { asset_id: id, version, kind, name } = all
  const edit = {
    id,
    version,
    kind,
    name,
    parts: { file: { upload_id: all.parts['file']?.upload_id ?? '' } },
  }
  expect((await save(edit, one)).code).toBe(1003)
  expect((await save(await music({ org_id: 'guild-2' }, one), one)).code).toBe(1001)
})

test('the same key makes one asset, and the same content in two uploads makes two', async () => {
  const draft = await music({ key: 'one-and-the-same' })
  const first = await save(draft)
  expect((await save(draft)).data.asset_id).toBe(first.data.asset_id)
  const second = await made()
  expect(second.parts['file']?.sha256).toBe(first.data.parts['file']?.sha256)
  expect(second.asset_id).not.toBe(first.data.asset_id)
})

test('an edit keeps files that stay, lets others go, and is refused from an old version', async () => {
  const row = await made()
  const { asset_id: id, version, kind } = row
  const old = row.parts['file']?.upload_id ?? ''
  const kept = { id, version, kind, name: '改名', parts: { file: { upload_id: old } } }
  expect((await save(kept)).data).toMatchObject({ name: '改名', version: version + 1 })
  expect(await save(kept)).toMatchObject({ code: 1006, data: { name: '改名' } })
  const fresh = { file: { upload_id: await uploaded('audio', sound(1_600)) } }
  const changed = await save({ ...kept, version: version + 1, parts: fresh })
  expect(changed.data.parts['file']).toMatchObject({ ms: 200 })
  const state = await server.db.query
    .selectFrom('upload')
    .select('state')
    .where('upload_id', '=', old)
    .executeTakeFirst()
  expect(state).toEqual({ state: 'kept' })
  expect((await save({ ...kept, version: version + 2, kind: 'sound' })).code).toBe(1006)
})

test('what a room uses is not deleted, and says where; afterwards it is, and comes back', async () => {
  const { asset_id, version } = await made()
  const room = await buildRoom(server.platform, { name: '阿狸夜读' })
  const user = { kind: 'room', id: room.id, part: 'anchor' } as const
  const use = (ids: string[]) =>
    server.db.transaction((trx) => server.app.assets.use(trx, user, ids))
  await use([asset_id])
  expect(await del(asset_id)).toMatchObject({ code: 1006, msg: '使用中：直播间「阿狸夜读」画面' })
  await use([])
  const gone = await del(asset_id)
  expect(gone).toMatchObject({ code: 0, data: { version: version + 1 } })
  expect((await del(asset_id)).code).toBe(1005)
  await expect(use([asset_id])).rejects.toThrow('素材「开场」已删除')
  const back = await server.call(assetApi.restore, { asset_id, version: version + 1 }, operator)
  expect(back).toMatchObject({ code: 0, data: { name: '开场', version: version + 2 } })
  expect((await del(asset_id)).code).toBe(0)
  server.clock.advance(25 * 3_600_000)
  await server.app.uploads.collect()
  operator = await server.login('operator')
  const late = await server.call(assetApi.restore, { asset_id, version: version + 3 }, operator)
  expect(late).toMatchObject({ code: 1006, msg: '素材的文件已清理，无法恢复，请重新上传' })
})

test('figures of three dimensions that come with the program have a picture', async () => {
  const { data } = await server.call(assetApi.list, { asset_id: 'builtin:xiaobo' }, operator)
  const [url] = data.list[0]?.cover ?? []
  const answer = await fetch(`${base}${url}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('what comes with the program stays, and shows what it looks like', async () => {
  expect(await del('builtin:xiaokai')).toMatchObject({ code: 1006, msg: '内置素材不能修改或删除' })
  const { list } = (await server.call(assetApi.list, { asset_id: 'builtin:xiaokai' }, operator))
    .data
  expect(list[0]?.cover).toHaveLength(3)
  for (const url of list[0]?.cover ?? []) {
    const answer = await fetch(base + url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  }
  expect((await fetch(`${base}/common/asset/builtin/..%2f..%2fpackage.json`)).status).toBe(404)
  expect((await fetch(`${base}/common/asset/builtin/stage.js`)).status).toBe(404)
  expect((await fetch(`${base}/common/asset/builtin/avatar.js`)).status).toBe(200)
})

const form = (
  fields: Record<string, string>,
  file?: { bytes: Buffer; type: string; name: string },
) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (file) body.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
  return body
}
const post = async (path: string, body: FormData, as = operator) => {
  const answer = await fetch(base + path, { method: 'POST', headers: { token: as.token }, body })
  return (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> }
}

test('a form makes a background or a material of its file, once for a key', async () => {
  const file = { bytes: PNG, type: 'image/png', name: '../../夜色.png' }
  const first = await post(assetApi.background.path, form({ key: 'form-key-1' }, file))
  expect(first).toMatchObject({ code: 0, data: { kind: 'background', name: '夜色', type: 0 } })
  const again = await post(assetApi.background.path, form({ key: 'form-key-1' }, file))
  expect(again.data['asset_id']).toBe(first.data['asset_id'])
  const material = form({ name: '横幅', asset_type: '1' }, file)
  expect(await post(assetApi.material.path, material)).toMatchObject({
    code: 0,
    data: { kind: 'material', name: '横幅', type: 1 },
  })
  const { list } = (await server.call(lookupApi.backgrounds, { keyword: '夜色' }, operator)).data
  expect(list).toMatchObject([
    { id: first.data['asset_id'], cover: [expect.stringContaining('/file/')] },
  ])
})

test('a form with a wrong file, another field or none is refused and leaves nothing', async () => {
  const rows = async () =>
    (await server.db.query.selectFrom('upload').select('upload_id').execute()).length
  const before = await rows()
  const page = { bytes: Buffer.from('<script>'), type: 'image/png', name: '页.png' }
  expect(await post(assetApi.background.path, form({}, page))).toMatchObject({
    code: 1001,
    msg: expect.stringContaining('「页.png」'),
  })
  const program = { bytes: Buffer.from('MZ'), type: 'application/x-msdownload', name: 'a.exe' }
  expect(await post(assetApi.background.path, form({}, program))).toMatchObject({ code: 1001 })
  const file = { bytes: PNG, type: 'image/png', name: 'a.png' }
  expect(await post(assetApi.background.path, form({ asset_type: '7' }, file))).toMatchObject({
    code: 1001,
    data: { fields: { asset_type: expect.any(String) } },
  })
  expect(await post(assetApi.background.path, form({}))).toMatchObject({
    code: 1001,
    data: { fields: { file: expect.any(String) } },
  })
  const own = await uploaded('picture', PNG)
  expect(await server.call(assetApi.background, { file: own }, operator)).toMatchObject({
    code: 1001,
  })
  await server.db.query.deleteFrom('upload').where('upload_id', '=', own).execute()
  expect(await rows()).toBe(before)
})

test('a row of a sheet is held to what a form is: what it cannot be called it is told', async () => {
  const names = ['看不\u202e见', '钟\u0007声', '长'.repeat(61), '好听']
  const tags = ['', '', '', '标'.repeat(21)]
  const lines = names.map((name, at) => `"${name}",${at}.wav,${tags[at]}`)
  const sheet = await uploaded('sheet', Buffer.from(['名称,文件名,标签', ...lines].join('\n')))
  const files = await Promise.all(
    names.map(async (_, at) => ({
      upload_id: await uploaded('audio', sound()),
      filename: `${at}.wav`,
    })),
  )
  const { code, data } = await server.call(
    assetApi.importMusic,
    { upload_id: sheet, files },
    operator,
  )
  expect(code).toBe(0)
  expect(data.added).toBe(0)
  expect(data.list.map(({ error }) => error)).toEqual([
    '名称含有改变文字方向的字符，请删除后重试',
    '名称含有换行或控制字符，请删除后重试',
    expect.stringContaining('名称'),
    expect.stringContaining('标签'),
  ])
})

test('music is imported by a sheet, and each row says what became of it', async () => {
  const template = await fetch(base + IMPORT_TEMPLATE_PATH)
  expect(sheetOf(Buffer.from(await template.arrayBuffer()))[0]).toEqual(['名称', '文件名', '标签'])
  const csv =
    '名称,文件名,标签\n开场曲,D:\\kaibo\\music\\开场.mp3,轻快、开场\n,结尾.wav,\n无,没有.mp3,\n重复,开场.mp3,\n'
  const sheet = await uploaded('sheet', Buffer.from(csv))
  // Of csv the first type of sheets is not the one, the content is
  const files = [
    { upload_id: await uploaded('audio', sound()), filename: '开场.mp3' },
    { upload_id: await uploaded('audio', sound()), filename: '结尾.wav' },
  ]
  const input = { upload_id: sheet, files, key: 'import-key' }
  const { data } = await server.call(assetApi.importMusic, input, operator)
  expect(data).toMatchObject({
    added: 2,
    list: [
      { row: 2, name: '开场曲', error: '' },
      { row: 3, name: '结尾', error: '' },
      { row: 4, name: '无', asset_id: null, error: '没有选这个文件' },
      { row: 5, name: '重复', asset_id: null, error: '与前面的行是同一个文件' },
    ],
  })
  const again = await server.call(assetApi.importMusic, input, operator)
  expect(again.data.list.map(({ asset_id }) => asset_id)).toEqual(
    data.list.map(({ asset_id }) => asset_id),
  )
  const found = await server.call(assetApi.list, { keyword: '轻快', kind: 'audio' }, operator)
  expect(found.data.list.map(({ name }) => name)).toContain('开场曲')
  const wrong = await uploaded('sheet', Buffer.from('甲,乙\n1,2\n'))
  expect(
    await server.call(assetApi.importMusic, { upload_id: wrong, files: [] }, operator),
  ).toMatchObject({
    code: 1001,
    data: { fields: { upload_id: expect.stringContaining('文件名') } },
  })
})
