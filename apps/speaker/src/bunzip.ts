import { Bits } from './bits.ts'
import { readCode, type Code } from './huffman.ts'

const BLOCK = [0x314159, 0x265359]
const END = [0x177245, 0x385090]
const LEVEL_BYTES = 100_000
/** So many symbols are written by one code, then by the next that is named. */
const SYMBOLS_A_CODE = 50
const RUN = 4
const OUT_BYTES = 65_536

/** What was packed by bzip2, in pieces; throws where it is not whole. Node has nothing of its own for it. */
export function* bunzip(packed: Iterable<Uint8Array>): Generator<Uint8Array> {
  const bits = new Bits(packed)
  do {
    if (bits.read(24) !== 0x425a68) throw new Error('it is not packed by bzip2')
    const level = bits.read(8) - 0x30
    if (level < 1 || level > 9) throw new Error('no such level')
    yield* stream(bits, level * LEVEL_BYTES)
    // Who packs with several processors writes one stream after the other
  } while (bits.align())
}

function* stream(bits: Bits, most: number): Generator<Uint8Array> {
  const order = new Uint32Array(most)
  for (;;) {
    const magic = [bits.read(24), bits.read(24)]
    const sum = ((bits.read(16) << 16) | bits.read(16)) >>> 0
    // The sum over all blocks says nothing that theirs do not
    if (same(magic, END)) return
    if (!same(magic, BLOCK)) throw new Error('no block')
    // Only the first versions shuffled their blocks
    if (bits.read(1) === 1) throw new Error('too old a format')
    const first = bits.read(24)
    const length = readBlock(bits, order)
    if (first >= length) throw new Error('a block that begins nowhere')
    yield* unrun(order, length, first, sum)
  }
}

const same = (a: readonly number[], b: readonly number[]) => a[0] === b[0] && a[1] === b[1]

/** Fills `order` with the bytes of a block, in the low 8 bits, as they stand in their sorted turn; answers how many. */
function readBlock(bits: Bits, order: Uint32Array): number {
  const used = readUsed(bits)
  const symbols = used.length + 2
  const codes = bits.read(3)
  if (codes < 2 || codes > 6 || used.length === 0) throw new Error('no such codes')
  const chosen = readChosen(bits, codes)
  const tables = Array.from({ length: codes }, () => readCode(bits, symbols))
  let [length, run, weight] = [0, 0, 1]
  const put = (byte: number, times: number) => {
    if (length + times > order.length) throw new Error('a block that is too long')
    order.fill(byte, length, length + times)
    length += times
  }
  for (let at = 0; ; at++) {
    const symbol = next(bits, tables[chosen[Math.floor(at / SYMBOLS_A_CODE)] ?? codes])
    if (symbol < 2) {
      // Digits of how often the byte in front comes again
      run += weight << symbol
      weight *= 2
      if (run > order.length) throw new Error('a block that is too long')
      continue
    }
    if (run > 0) put(used[0] ?? 0, run)
    run = 0
    weight = 1
    if (symbol === symbols - 1) return length
    const [byte = 0] = used.splice(symbol - 1, 1)
    used.unshift(byte)
    put(byte, 1)
  }
}

function next(bits: Bits, code: Code | undefined): number {
  if (!code) throw new Error('no such code')
  return code(bits)
}

/** The bytes that a block has. */
function readUsed(bits: Bits): number[] {
  const used: number[] = []
  const rows = bits.read(16)
  for (let row = 0; row < 16; row++) {
    if ((rows & (0x8000 >> row)) === 0) continue
    const marked = bits.read(16)
    for (let at = 0; at < 16; at++) if (marked & (0x8000 >> at)) used.push(row * 16 + at)
  }
  return used
}

/** By which code each fifty symbols are written. */
function readChosen(bits: Bits, codes: number): Uint8Array {
  const chosen = new Uint8Array(bits.read(15))
  const recent = Array.from({ length: codes }, (_, code) => code)
  for (let at = 0; at < chosen.length; at++) {
    let place = 0
    while (bits.read(1) === 1) if (++place >= codes) throw new Error('no such code')
    const [code = 0] = recent.splice(place, 1)
    recent.unshift(code)
    chosen[at] = code
  }
  return chosen
}

/** Puts the bytes of a block back in their order, and says again what was said once for a run. */
function* unrun(
  order: Uint32Array,
  length: number,
  first: number,
  sum: number,
): Generator<Uint8Array> {
  const begins = new Uint32Array(256)
  for (let at = 0; at < length; at++) stepOf(begins, (order[at] ?? 0) & 255)
  for (let byte = 0, before = 0; byte < 256; byte++) {
    const count = begins[byte] ?? 0
    begins[byte] = before
    before += count
  }
  for (let at = 0; at < length; at++) {
    const place = stepOf(begins, (order[at] ?? 0) & 255)
    order[place] = (order[place] ?? 0) | (at << 8)
  }
  let crc = 0xffffffff
  let out = new Uint8Array(OUT_BYTES)
  let filled = 0
  let [last, alike] = [-1, 0]
  let at = (order[first] ?? 0) >>> 8
  for (let done = 0; done < length; done++) {
    const entry = order[at] ?? 0
    const byte = entry & 255
    at = entry >>> 8
    // After four alike a number says how many more there are
    const times = alike === RUN ? byte : 1
    const said = alike === RUN ? last : byte
    alike = alike === RUN ? 0 : byte === last ? alike + 1 : 1
    last = said
    for (let again = 0; again < times; again++) {
      out[filled++] = said
      crc = (crc << 8) ^ (CRC[((crc >>> 24) ^ said) & 255] ?? 0)
      if (filled < OUT_BYTES) continue
      yield out
      out = new Uint8Array(OUT_BYTES)
      filled = 0
    }
  }
  if (~crc >>> 0 !== sum) throw new Error('a block that was damaged')
  yield out.subarray(0, filled)
}

/** The number at a place, which is one more after it. */
function stepOf(numbers: Uint32Array, at: number): number {
  const number = numbers[at] ?? 0
  numbers[at] = number + 1
  return number
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})
