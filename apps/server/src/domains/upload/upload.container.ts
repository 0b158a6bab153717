import { withBytes, type Bytes } from './upload.bytes.ts'

/*
 * What a sound or a film is, told by how its whole file is built: from the first byte to the last it consists of the pieces of its
 * format. A file that is something else as well (a page, an archive behind it) is none of these.
 */

export type Container = 'audio/mpeg' | 'audio/wav' | 'audio/ogg' | 'video/mp4' | 'video/webm'

/** The format of a file; nothing where it is none of them, or not wholly. */
export const containerOf = (path: string): Promise<Container | undefined> =>
  withBytes(path, async (bytes) => {
    const head = await bytes.at(0, 12)
    const word = (from: number) => head.toString('latin1', from, from + 4)
    if (head.length < SHORTEST) return undefined
    if (word(4) === 'ftyp') return (await isMp4(bytes)) ? 'video/mp4' : undefined
    if (head.readUInt32BE(0) === EBML) return (await isWebm(bytes)) ? 'video/webm' : undefined
    if (word(0) === 'RIFF' && word(8) === 'WAVE')
      return (await isWav(bytes)) ? 'audio/wav' : undefined
    if (word(0) === 'OggS') return (await isOgg(bytes)) ? 'audio/ogg' : undefined
    return (await isMp3(bytes)) ? 'audio/mpeg' : undefined
  })

/** No head of any of them is shorter. */
const SHORTEST = 4
const EBML = 0x1a45dfa3
const MAX_PIECES = 1_000_000

const MP4_BOXES = new Set('ftyp moov mdat free skip moof mfra sidx styp meta uuid pdin'.split(' '))

async function isMp4(bytes: Bytes): Promise<boolean> {
  const found = new Set<string>()
  let at = 0
  for (let pieces = 0; at < bytes.length && pieces < MAX_PIECES; pieces++) {
    const head = await bytes.at(at, 16)
    if (head.length < 8) return false
    const type = head.toString('latin1', 4, 8)
    if (!MP4_BOXES.has(type)) return false
    found.add(type)
    const short = head.readUInt32BE(0)
    // 0: up to the end; 1: its length follows in eight bytes
    const size =
      short === 0
        ? bytes.length - at
        : short === 1 && head.length === 16
          ? Number(head.readBigUInt64BE(8))
          : short
    if (size < 8) return false
    at += size
  }
  return at === bytes.length && found.has('moov') && (found.has('mdat') || found.has('moof'))
}

const SEGMENT = 0x18538067
const TOP_LEVEL = new Set([EBML, SEGMENT, 0xec, 0xbf])

async function isWebm(bytes: Bytes): Promise<boolean> {
  if (!(await bytes.at(0, 64)).includes('webm')) return false
  let at = 0
  let hasSegment = false
  for (let pieces = 0; at < bytes.length && pieces < MAX_PIECES; pieces++) {
    const head = await bytes.at(at, 12)
    const id = numberIn(head, 0, true)
    const size = id && numberIn(head, id.length, false)
    if (!id || !size || !TOP_LEVEL.has(id.value)) return false
    hasSegment ||= id.value === SEGMENT
    const from = at + id.length + size.length
    // A recording that was never closed does not say how long it is: it goes to the end
    at = size.isUnknown ? bytes.length : from + size.value
    if (size.isUnknown && id.value !== SEGMENT) return false
  }
  return at === bytes.length && hasSegment
}

/** A number of variable length, as EBML writes them; an id keeps the bits that say its length. */
function numberIn(head: Buffer, from: number, isId: boolean) {
  const first = head[from]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (from + length > head.length) return undefined
  let value = isId ? first : first & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (const byte of head.subarray(from + 1, from + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown: isUnknown && !isId }
}

async function isWav(bytes: Bytes): Promise<boolean> {
  const size = (await bytes.at(4, 4)).readUInt32LE(0)
  // Some writers leave the length open
  if (size !== 0xffffffff && size !== 0 && Math.abs(size + 8 - bytes.length) > 1) return false
  let at = 12
  let hasData = false
  for (let pieces = 0; at < bytes.length && pieces < 1_000; pieces++) {
    const head = await bytes.at(at, 8)
    if (head.length < 8) return head.length <= 1
    const type = head.toString('latin1', 0, 4)
    if (!/^[\x20-\x7e]{4}$/.test(type)) return false
    hasData ||= type === 'data'
    const length = head.readUInt32LE(4)
    at += 8 + length + (length % 2)
  }
  return hasData && at >= bytes.length && at <= bytes.length + 1
}

async function isOgg(bytes: Bytes): Promise<boolean> {
  let at = 0
  for (let pieces = 0; at < bytes.length && pieces < MAX_PIECES; pieces++) {
    const head = await bytes.at(at, 27)
    if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return false
    const segments = await bytes.at(at + 27, head[26] ?? 0)
    at += 27 + segments.length + segments.reduce((sum, one) => sum + one, 0)
  }
  return at === bytes.length
}

const RATES = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const SAMPLES = [44_100, 48_000, 32_000] as const

/** Frames of MPEG audio, layer 3, between what players skip: tags before, tags behind. */
async function isMp3(bytes: Bytes): Promise<boolean> {
  let at = await behindId3(bytes)
  const end = await beforeTags(bytes)
  let frames = 0
  while (at < end) {
    const length = frameLength(await bytes.at(at, 4))
    // Encoders pad their last frame with zeros, or cut it
    if (length === undefined) return frames > 2 && (await isEmpty(bytes, at, end))
    at += length
    frames += 1
    if (frames > MAX_PIECES) return false
  }
  return frames > 2
}

function frameLength(head: Buffer): number | undefined {
  if (head.length < 4) return undefined
  const [sync = 0, version = 0, rates = 0] = head
  const layer = (version >> 1) & 3
  const mpeg = (version >> 3) & 3
  if (sync !== 0xff || (version & 0xe0) !== 0xe0 || layer !== 1 || mpeg === 1) return undefined
  const isFirst = mpeg === 3
  const rate = (isFirst ? RATES.first : RATES.later)[rates >> 4]
  const sample = SAMPLES[((rates >> 2) & 3) as 0 | 1 | 2]
  if (!rate || !sample) return undefined
  const hertz = isFirst ? sample : mpeg === 2 ? sample / 2 : sample / 4
  return Math.floor(((isFirst ? 144_000 : 72_000) * rate) / hertz) + ((rates >> 1) & 1)
}

async function behindId3(bytes: Bytes): Promise<number> {
  const head = await bytes.at(0, 10)
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0)
  return 10 + size
}

async function beforeTags(bytes: Bytes): Promise<number> {
  let end = bytes.length
  if (end >= 128 && (await bytes.at(end - 128, 3)).toString('latin1') === 'TAG') end -= 128
  const ape = end >= 32 ? await bytes.at(end - 32, 32) : undefined
  if (ape?.toString('latin1', 0, 8) === 'APETAGEX') {
    const hasHead = (ape.readUInt32LE(20) & 0x80000000) !== 0
    end -= ape.readUInt32LE(12) + (hasHead ? 32 : 0)
  }
  return Math.max(0, end)
}

const MAX_PADDING = 4_096

async function isEmpty(bytes: Bytes, from: number, to: number): Promise<boolean> {
  if (to - from > MAX_PADDING) return false
  return (await bytes.at(from, to - from)).every((byte) => byte === 0)
}
