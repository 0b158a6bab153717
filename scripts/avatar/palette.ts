import { deflateSync } from 'node:zlib'
import { pngOf } from './png.ts'

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
  // Not compressed: how well zlib does it depends on its version
  const data = deflateSync(raw, { level: 0 })
  return pngOf({ width: wide, height: high, alpha: false, data })
}

export const rgbOf = (hex: string): number[] =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
