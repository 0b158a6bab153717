import { brotliCompressSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodePackets, encodePacket, OPERATION } from './bilibili-packet.ts'

const ZLIB = 2
const BROTLI = 3
const message = (text: string) => encodePacket(OPERATION.message, text, 0)
const bodies = (data: Buffer) => decodePackets(data).packets.map(({ body }) => body.toString())

test('a packet as the protocol describes it, byte by byte', () => {
  expect(encodePacket(OPERATION.auth, '{}').toString('hex')).toBe(
    ['00000012', '0010', '0001', '00000007', '00000001', '7b7d'].join(''),
  )
})

test('what is encoded decodes to the same, several in one message too', () => {
  const data = Buffer.concat([
    message('甲'),
    message('乙'),
    encodePacket(OPERATION.authReply, '{"code":0}'),
  ])
  expect(bodies(data)).toEqual(['甲', '乙', '{"code":0}'])
  expect(decodePackets(data).packets.map(({ operation }) => operation)).toEqual([5, 5, 8])
})

test.each([
  ['zlib', ZLIB, deflateSync],
  ['brotli', BROTLI, brotliCompressSync],
] as const)('%s bodies hold packets, in their order', (_name, version, compress) => {
  const inside = Buffer.concat([message('一'), message('二')])
  const data = Buffer.concat([
    message('零'),
    encodePacket(OPERATION.message, compress(inside), version),
    message('三'),
  ])
  expect(bodies(data)).toEqual(['零', '一', '二', '三'])
})

test('compressed within compressed', () => {
  const zlib = encodePacket(OPERATION.message, deflateSync(message('深')), ZLIB)
  const both = encodePacket(OPERATION.message, brotliCompressSync(zlib), BROTLI)
  expect(bodies(both)).toEqual(['深'])
})

test('without end nested, it is refused', () => {
  let data = message('x')
  for (let i = 0; i < 10; i++) data = encodePacket(OPERATION.message, deflateSync(data), ZLIB)
  expect(decodePackets(data)).toEqual({ packets: [], fault: '压缩层数过多' })
})

test('a truncated message keeps the packets before the cut', () => {
  const data = Buffer.concat([message('好'), message('缺')])
  for (let cut = 1; cut < message('缺').length; cut++) {
    const { packets, fault } = decodePackets(data.subarray(0, data.length - cut))
    expect(packets.map(({ body }) => body.toString())).toEqual(['好'])
    expect(fault).toMatch(/不完整/)
  }
})

test.each([
  ['a length below the header', 3],
  ['a length of nothing, which would loop for ever', 0],
])('behind %s nothing can be found', (_name, length) => {
  const bad = message('坏')
  bad.writeUInt32BE(length, 0)
  const data = Buffer.concat([message('好'), bad, message('后')])
  expect(bodies(data)).toEqual(['好'])
  expect(decodePackets(data).fault).toBe(`包长度不正确：${length}`)
})

test.each([
  ['below its own size', 4],
  ['longer than its packet', 40],
])('a header %s costs only its packet', (_name, length) => {
  const bad = message('坏')
  bad.writeUInt16BE(length, 4)
  const data = Buffer.concat([message('好'), bad, message('后')])
  expect(bodies(data)).toEqual(['好', '后'])
  expect(decodePackets(data).fault).toBe(`包头长度不正确：${length}`)
})

test('damaged compression costs only itself', () => {
  const bad = encodePacket(OPERATION.message, Buffer.from('no zlib'), ZLIB)
  const cut = encodePacket(
    OPERATION.message,
    deflateSync(Buffer.concat([message('二'), message('缺').subarray(1)])),
    ZLIB,
  )
  const data = Buffer.concat([message('一'), bad, cut, message('三'), bad, message('四')])
  expect(bodies(data)).toEqual(['一', '二', '三', '四'])
  expect(decodePackets(data).fault).toBe('压缩内容损坏')
})

test('what cannot be read names the first fault, also where the message breaks off', () => {
  const bad = encodePacket(OPERATION.message, Buffer.from('no zlib'), ZLIB)
  const data = Buffer.concat([bad, message('好'), message('缺').subarray(0, -1)])
  expect(bodies(data)).toEqual(['好'])
  expect(decodePackets(data).fault).toBe('压缩内容损坏')
})

test('as many packets as one may hold', () => {
  const small = encodePacket(OPERATION.heartbeatReply)
  const inside = Buffer.alloc(small.length * 200_000, small)
  const data = encodePacket(OPERATION.message, deflateSync(inside), ZLIB)
  expect(decodePackets(data).packets).toHaveLength(200_000)
})

test('a bomb is not unpacked', () => {
  const bomb = encodePacket(OPERATION.message, deflateSync(Buffer.alloc(64 * 1_048_576)), ZLIB)
  expect(decodePackets(bomb)).toEqual({ packets: [], fault: '压缩内容损坏' })
})

test('nothing is nothing', () => {
  expect(decodePackets(Buffer.alloc(0))).toEqual({ packets: [] })
})
