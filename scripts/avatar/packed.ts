/* A zlib stream that is the same on every machine: how well zlib itself packs depends on its version. */

const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99,
]
const LONGER = [115, 131, 163, 195, 227, 258]
const BASES = [...LENGTHS, ...LONGER]
const LONGEST = 258
const SHORTEST = 3
const END = 256

/** `distances`: how far back the same is looked for; each at most 32,768. */
export function packed(raw: Uint8Array, distances: readonly number[]): Buffer {
  const bits = new Bits()
  // One block, the last one, by the codes that the format fixes (RFC 1951, 3.2.6)
  bits.put(1, 1)
  bits.put(1, 2)
  for (let at = 0; at < raw.length;) {
    const [distance, length] = longest(raw, at, distances)
    if (length >= SHORTEST) {
      putLength(bits, length)
      putDistance(bits, distance)
      at += length
    } else putSymbol(bits, raw[at++] ?? 0)
  }
  putSymbol(bits, END)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(adler32(raw))
  return Buffer.concat([Buffer.from([0x78, 0x01]), bits.bytes(), sum])
}

function longest(raw: Uint8Array, at: number, distances: readonly number[]): [number, number] {
  let best: [number, number] = [0, 0]
  for (const distance of distances) {
    if (distance > at) continue
    let length = 0
    while (
      length < LONGEST &&
      at + length < raw.length &&
      raw[at + length] === raw[at + length - distance]
    )
      length++
    if (length > best[1]) best = [distance, length]
  }
  return best
}

function putSymbol(bits: Bits, symbol: number): void {
  if (symbol < 144) bits.code(0x30 + symbol, 8)
  else if (symbol < 256) bits.code(0x190 + symbol - 144, 9)
  else if (symbol < 280) bits.code(symbol - 256, 7)
  else bits.code(0xc0 + symbol - 280, 8)
}

function putLength(bits: Bits, length: number): void {
  const index = BASES.findLastIndex((base) => base <= length)
  putSymbol(bits, 257 + index)
  const extra = index < 8 || length === LONGEST ? 0 : (index >> 2) - 1
  bits.put(length - (BASES[index] ?? 0), extra)
}

function putDistance(bits: Bits, distance: number): void {
  if (distance <= 4) return bits.code(distance - 1, 5)
  const extra = 30 - Math.clz32(distance - 1)
  const half = ((distance - 1) >> extra) & 1
  bits.code(2 * extra + 2 + half, 5)
  bits.put((distance - 1) & ((1 << extra) - 1), extra)
}

class Bits {
  readonly #bytes: number[] = []
  #byte = 0
  #count = 0

  /** The lowest bit first. */
  put(value: number, count: number): void {
    for (let bit = 0; bit < count; bit++) {
      this.#byte |= ((value >> bit) & 1) << this.#count
      if (++this.#count < 8) continue
      this.#bytes.push(this.#byte)
      this.#byte = 0
      this.#count = 0
    }
  }

  /** A code of the format: the highest bit first. */
  code(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) this.put((value >> bit) & 1, 1)
  }

  bytes(): Buffer {
    return Buffer.from(this.#count > 0 ? [...this.#bytes, this.#byte] : this.#bytes)
  }
}

function adler32(raw: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of raw) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return ((b << 16) | a) >>> 0
}
