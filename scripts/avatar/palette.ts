import { crc32, deflateSync } from 'node:zlib'

/** A PNG of colours: each is four pixels wide, and runs down 32 rows from its first shade to its second. */
export function paletteOf(colours: readonly (readonly [string, string])[]): Buffer {
  const [wide, high] = [colours.length * 4, 32]
  const stride = 1 + wide * 3
  const raw = Buffer.alloc(high * stride)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const [from, to] = colours[x >> 2] ?? ['#000000', '#000000']
      const [a, b] = [rgbOf(from), rgbOf(to)]
      for (const c of [0, 1, 2]) {
        const shade = (a[c] ?? 0) + (((b[c] ?? 0) - (a[c] ?? 0)) * y) / (high - 1)
        raw[y * stride + 1 + x * 3 + c] = shade
      }
    }
  const head = Buffer.from([0, 0, 0, wide, 0, 0, 0, high, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    // Not compressed: how well zlib does it depends on its version
    chunk('IDAT', deflateSync(raw, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const rgbOf = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
