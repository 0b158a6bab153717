import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import { MP4, mp3, vrm, wav, WEBM } from '@kaibo/testkit/build/media.build.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { filesOf, picture, put, rowsOf } from './upload.fixture.ts'

let server: TestServer
let base: string
let me: Login

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  me = await server.login('operator')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.query.deleteFrom('upload').execute()
})

async function send(kind: UploadKind, bytes: Buffer, filename = '我的文件') {
  const type = UPLOAD_LIMITS[kind].types[0] ?? ''
  const draft = { kind, filename, size: bytes.length, type }
  const { data, msg } = await server.call(uploadApi.preUrl, draft, me)
  if (!data) throw new Error(msg)
  expect((await put(base, data, bytes)).code).toBe(0)
  return server.call(uploadApi.complete, { upload_id: data.upload_id }, me)
}

const BEHIND = Buffer.from('<script>alert(1)</script>PK\x03\x04')

test.each<[UploadKind, () => Buffer | Promise<Buffer>, object]>([
  ['picture', () => picture('png', [40, 20]), { type: 'image/webp', width: 40, height: 20 }],
  ['audio', () => wav(2), { type: 'audio/wav', ms: 2_000 }],
  ['audio', () => mp3(40), { type: 'audio/mpeg' }],
  ['ref_audio', () => wav(1), { type: 'audio/wav', ms: 1_000, url: '' }],
  ['video', () => WEBM, { type: 'video/webm', width: 64, height: 96 }],
  ['video', () => MP4, { type: 'video/mp4', width: 64, height: 96 }],
  ['vrm', () => vrm(), { type: 'model/gltf-binary' }],
  ['document', () => Buffer.from('%PDF-1.7\n%%EOF'), { type: 'application/pdf', url: '' }],
  ['lexicon', () => Buffer.from('行长=háng zhǎng\r\n\r\n重庆=chóng qìng'), { bytes: 39 }],
  ['model', () => Buffer.from('425a68393141592653590011', 'hex'), { type: 'application/x-bzip2' }],
])('a %s is told by its content', async (kind, bytes, known) => {
  const answer = await send(kind, await bytes())
  expect(answer).toMatchObject({ code: 0, data: known })
  expect((await rowsOf(server))[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

const AUDIO = '不是有效的音频，请用mp3、wav、ogg或m4a'
const VIDEO = '不是有效的视频，请用mp4或webm'
const NO_VRM = '不是有效的VRM模型'
const CUT = '已损坏或不完整'
const OUTSIDE = '引用了文件以外的地址，请把贴图和数据都打包进VRM'
const COMPLEX = '太复杂，画面画不动：点不超过20万，贴图不超过64张，描述不超过4 MB'

const POINTS = [{ count: 3, bufferView: 0 }]
const MANY_POINTS = [{ count: 101_000 }]
const PIECE = { attributes: { POSITION: 0 } }
const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of)
const shaped = (count: number) => ({
  primitives: [{ ...PIECE, targets: times(count, { POSITION: 0 }) }],
})
/** Each node is the child of the one behind it, the last has none. */
const chain = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ children: at === 0 ? [] : [at - 1] }))

const wide = async () => {
  const bin = await sharp({ create: { width: 4_097, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const json = {
    images: [{ bufferView: 0, mimeType: 'image/png' }],
    accessors: [{ count: 3, bufferView: 0 }],
  }
  return vrm({ json, bin })
}

test.each<[UploadKind, string, () => Buffer | Promise<Buffer>, string]>([
  ['picture', 'a page', () => BEHIND, '文件不是有效的PNG、JPEG、WEBP图片，请换一张'],
  ['audio', 'a page', () => BEHIND, AUDIO],
  ['audio', 'a film', () => WEBM, AUDIO],
  ['audio', 'a page behind a wav', () => Buffer.concat([wav(1), BEHIND]), AUDIO],
  ['audio', 'a page behind an mp3', () => Buffer.concat([mp3(40), BEHIND]), AUDIO],
  ['audio', 'a wav that was cut off', () => wav(2).subarray(0, 9_000), AUDIO],
  ['audio', 'nothing at all', () => Buffer.alloc(50), AUDIO],
  ['audio', 'a single letter', () => Buffer.from('a'), AUDIO],
  ['audio', 'an m4a of ALAC', () => asAlac(), '用了浏览器不能播放的编码alac，请转为AAC或mp3'],
  ['video', 'a sound', () => wav(1), VIDEO],
  ['video', 'three letters', () => Buffer.from('mp4'), VIDEO],
  ['video', 'a picture', () => picture('png', [20, 20]), VIDEO],
  ['video', 'an archive behind a webm', () => Buffer.concat([MP4, BEHIND]), VIDEO],
  ['video', 'an mp4 that was cut off', () => MP4.subarray(0, MP4.length - 50), VIDEO],
  [
    'video',
    'an mp4 of HEVC',
    () => asHevc(),
    '用了浏览器不能播放的编码hvc1，请转为H.264、VP9或AV1',
  ],
  ['vrm', 'a page', () => BEHIND, NO_VRM],
  ['vrm', 'a GLB without VRM', () => vrm({ json: { extensions: {}, extensionsUsed: [] } }), NO_VRM],
  ['vrm', 'something behind it', () => vrm({ more: BEHIND }), NO_VRM],
  [
    'vrm',
    'a picture elsewhere',
    () => vrm({ json: { images: [{ uri: 'http://10.0.0.1/a.png' }] } }),
    OUTSIDE,
  ],
  [
    'vrm',
    'a buffer elsewhere',
    () => vrm({ json: { buffers: [{ byteLength: 36, uri: 'data:,' }] } }),
    OUTSIDE,
  ],
  [
    'vrm',
    'a decoder',
    () => vrm({ json: { extensionsUsed: ['KHR_draco_mesh_compression'] } }),
    '用了不支持的扩展KHR_draco_mesh_compression',
  ],
  [
    'vrm',
    'views beyond its end',
    () => vrm({ json: { bufferViews: [{ buffer: 0, byteLength: 99 }] } }),
    CUT,
  ],
  [
    'vrm',
    'points made of nothing',
    () => vrm({ json: { accessors: [{ count: 9_999, bufferView: 0 }] } }),
    CUT,
  ],
  [
    'vrm',
    'a node that is its own child',
    () => vrm({ json: { nodes: [{ children: [1] }, { children: [0] }] } }),
    CUT,
  ],
  ['vrm', 'too many points', () => vrm({ json: { accessors: [{ count: 200_001 }] } }), COMPLEX],
  [
    'vrm',
    'numbers without end that no part of the file holds',
    () => vrm({ json: { accessors: [...POINTS, { count: 1_000_000_000 }] } }),
    COMPLEX,
  ],
  [
    'vrm',
    'a shape that it takes without end',
    () => vrm({ json: { accessors: MANY_POINTS, meshes: [shaped(200)] } }),
    COMPLEX,
  ],
  [
    'vrm',
    'a shape that is not there',
    () => vrm({ json: { meshes: [{ primitives: [{ ...PIECE, targets: [{ POSITION: 9 }] }] }] } }),
    CUT,
  ],
  [
    'vrm',
    'parts that lie on each other without end',
    () => vrm({ json: { bufferViews: times(3, { buffer: 0, byteLength: 36 }) } }),
    COMPLEX,
  ],
  [
    'vrm',
    'too many pieces',
    () => vrm({ json: { meshes: [{ primitives: times(2_001, PIECE) }] } }),
    COMPLEX,
  ],
  [
    'vrm',
    'one mesh that stands there too often',
    () => vrm({ json: { accessors: MANY_POINTS, nodes: times(3, { mesh: 0 }) } }),
    COMPLEX,
  ],
  [
    'vrm',
    'a chain of nodes that it would take minutes to follow',
    () => vrm({ json: { nodes: chain(170_000) } }),
    COMPLEX,
  ],
  ['vrm', 'too wide a picture', wide, '里的图片边长不能超过4096像素'],
  [
    'vrm',
    'a deep description',
    () => vrm({ json: { extras: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) } }),
    NO_VRM,
  ],
  ['document', 'a page', () => BEHIND, '文件不是有效的PNG、JPEG、WEBP图片，请换一张'],
  ['lexicon', 'no readings', () => Buffer.from('行长'), '第1行不是「词=读法」'],
  ['lexicon', 'no text', () => Buffer.from([0xff, 0xfe, 0x80]), '不是UTF-8文本'],
  [
    'model',
    'a zip',
    () => Buffer.from('PK\x03\x04............'),
    '不是有效的语音模型，请用tar.bz2',
  ],
])('as a %s, %s is refused by name and nothing of it is left', async (kind, _, bytes, why) => {
  const before = filesOf(server)
  const answer = await send(kind, await bytes(), '夜色.dat')
  expect(answer).toMatchObject({ code: 1001, msg: `「夜色.dat」${why}` })
  expect(await rowsOf(server)).toEqual([])
  expect(filesOf(server)).toEqual(before)
})

test('a file is called without its folder, and without what turns text around', async () => {
  const { msg } = await send('picture', BEHIND, '..\\图片/夜\u202e色.png')
  expect(msg).toBe('「夜色.png」文件不是有效的PNG、JPEG、WEBP图片，请换一张')
})

/** The film says that it is encoded as this. */
function encodedAs(codec: string): Buffer {
  const bytes = Buffer.from(MP4)
  bytes.write(codec, bytes.indexOf('avc1', bytes.indexOf('stsd')))
  return bytes
}
const asHevc = () => encodedAs('hvc1')

/** And that it is a sound. */
function asAlac(): Buffer {
  const bytes = encodedAs('alac')
  bytes.write('soun', bytes.indexOf('vide', bytes.indexOf('hdlr')))
  return bytes
}
