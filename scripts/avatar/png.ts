import { crc32 } from 'node:zlib'

interface Picture {
  width: number
  height: number
  /** Red, green, blue, and with `alpha` how opaque. */
  alpha: boolean
  /** The rows, each after its filter. */
  data: Buffer
}

/** A PNG; `data` is a zlib stream. */
export function pngOf({ width, height, alpha, data }: Picture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, alpha ? 6 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
