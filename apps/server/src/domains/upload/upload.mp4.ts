import type { Bytes } from './upload.bytes.ts'

/** What the head of an mp4 says of it. */
export interface Mp4Head {
  /** Nothing where it does not say: of one that is written piece by piece. */
  ms: number | null
  /** The four letters of the encoding of each sound. */
  sounds: string[]
  films: { codec: string; width: number; height: number }[]
}

interface Box {
  type: string
  body: Buffer
}

const MAX_HEAD_BYTES = 32 * 1_024 ** 2
const MAX_BOXES = 10_000

/** Reads the box `moov`; nothing where there is none, or it is no such thing. */
export async function mp4Head(bytes: Bytes): Promise<Mp4Head | undefined> {
  let at = 0
  while (at + 8 <= bytes.length) {
    const head = await bytes.at(at, 16)
    const short = head.readUInt32BE(0)
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (size < 8 || size > MAX_HEAD_BYTES || at + size > bytes.length) return undefined
      return headIn(await bytes.at(at + 8, size - 8))
    }
    if (size < 8) return undefined
    at += size
  }
  return undefined
}

function headIn(moov: Buffer): Mp4Head | undefined {
  const boxes = boxesIn(moov)
  if (!boxes) return undefined
  const head: Mp4Head = { ms: lengthIn(boxes), sounds: [], films: [] }
  for (const { body } of boxes.filter(({ type }) => type === 'trak')) {
    const media = inside(boxesIn(body), 'mdia')
    const handler = one(media, 'hdlr')?.toString('latin1', 8, 12)
    const table = one(inside(inside(media, 'minf'), 'stbl'), 'stsd')
    const [entry] = boxesIn(table?.subarray(8) ?? Buffer.alloc(0)) ?? []
    if (!entry) continue
    const { type: codec, body: sample } = entry
    if (handler === 'soun') head.sounds.push(codec)
    if (handler !== 'vide' || sample.length < 28) continue
    head.films.push({ codec, width: sample.readUInt16BE(24), height: sample.readUInt16BE(26) })
  }
  return head
}

const one = (boxes: readonly Box[] | undefined, type: string): Buffer | undefined =>
  boxes?.find((box) => box.type === type)?.body

const inside = (boxes: readonly Box[] | undefined, type: string): Box[] | undefined => {
  const body = one(boxes, type)
  return body && boxesIn(body)
}

/** The boxes that fill these bytes; nothing where they do not. */
function boxesIn(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = []
  let at = 0
  while (at + 8 <= bytes.length && boxes.length < MAX_BOXES) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    boxes.push({ type, body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

/** In milliseconds, as the film or, of one in fragments, its extension says. */
function lengthIn(boxes: readonly Box[]): number | null {
  const movie = one(boxes, 'mvhd')
  const isLong = movie?.[0] === 1
  if (!movie || movie.length < (isLong ? 32 : 20)) return null
  const scale = movie.readUInt32BE(isLong ? 20 : 12)
  const whole = isLong ? Number(movie.readBigUInt64BE(24)) : movie.readUInt32BE(16)
  const extended = one(inside(boxes, 'mvex'), 'mehd')
  const more =
    extended && extended.length >= 8
      ? extended[0] === 1 && extended.length >= 12
        ? Number(extended.readBigUInt64BE(4))
        : extended.readUInt32BE(4)
      : 0
  const units = whole || more
  return scale > 0 && units > 0 && units !== 0xffffffff ? (units / scale) * 1_000 : null
}
