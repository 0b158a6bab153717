import { brotliDecompressSync, inflateSync } from 'node:zlib'

/** What a packet is about. */
export const OPERATION = {
  heartbeat: 2,
  heartbeatReply: 3,
  message: 5,
  auth: 7,
  authReply: 8,
} as const

export interface Packet {
  operation: number
  body: Buffer
}

/** `fault` describes the first part that could not be read; `packets` are all good ones before and after it. */
export interface Decoded {
  packets: Packet[]
  fault?: string
}

const HEADER_BYTES = 16
const VERSION = { plain: 0, integer: 1, zlib: 2, brotli: 3 } as const
/** Compressed packets contain packets; real ones are not nested deeper. */
const MAX_DEPTH = 4
/** A small packet that unpacks to more than this is an attack or damage. */
const MAX_UNPACKED_BYTES = 16 * 1_048_576

/** Big endian: u32 length, u16 header length, u16 version, u32 operation, u32 sequence, body. */
export function encodePacket(
  operation: number,
  body: string | Buffer = '',
  version: number = VERSION.integer,
): Buffer {
  const content = Buffer.from(body)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(HEADER_BYTES + content.length, 0)
  header.writeUInt16BE(HEADER_BYTES, 4)
  header.writeUInt16BE(version, 6)
  header.writeUInt32BE(operation, 8)
  header.writeUInt32BE(1, 12)
  return Buffer.concat([header, content])
}

/**
 * All packets of one WebSocket message in their order, including those inside compressed ones. A packet with damaged content is
 * skipped by its length; after an impossible length the rest of the message cannot be read.
 */
export function decodePackets(data: Buffer, depth = 0): Decoded {
  if (depth > MAX_DEPTH) return { packets: [], fault: '压缩层数过多' }
  const packets: Packet[] = []
  let fault: string | undefined
  for (let offset = 0; offset < data.length;) {
    const rest = data.subarray(offset)
    const broken = brokenOff(rest)
    if (broken) {
      fault ??= broken
      break
    }
    const length = rest.readUInt32BE(0)
    const inside = unpack(rest.subarray(0, length), depth)
    // One by one: a packet may contain more packets than a call may have arguments
    for (const packet of inside.packets) packets.push(packet)
    fault ??= inside.fault
    offset += length
  }
  return fault ? { packets, fault } : { packets }
}

/** Why the next packet has no end that could be found. */
function brokenOff(rest: Buffer): string | undefined {
  if (rest.length < HEADER_BYTES) return `包头不完整，只有${rest.length}字节`
  const length = rest.readUInt32BE(0)
  if (length < HEADER_BYTES) return `包长度不正确：${length}`
  return length > rest.length ? `包不完整，差${length - rest.length}字节` : undefined
}

function unpack(packet: Buffer, depth: number): Decoded {
  const headerLength = packet.readUInt16BE(4)
  if (headerLength < HEADER_BYTES || headerLength > packet.length)
    return { packets: [], fault: `包头长度不正确：${headerLength}` }
  const version = packet.readUInt16BE(6)
  const body = packet.subarray(headerLength)
  if (version !== VERSION.zlib && version !== VERSION.brotli)
    return { packets: [{ operation: packet.readUInt32BE(8), body }] }
  const decompress = version === VERSION.zlib ? inflateSync : brotliDecompressSync
  try {
    return decodePackets(decompress(body, { maxOutputLength: MAX_UNPACKED_BYTES }), depth + 1)
  } catch {
    return { packets: [], fault: '压缩内容损坏' }
  }
}
