const LEVEL_BYTES = 100_000
/** Runs of four and more become longer: with this much of a block it still fits. */
const BLOCK_BYTES = 70_000
const SYMBOLS_A_CODE = 50
const LONGEST_RUN = 255

/** Packs as bzip2 does, as simply as can be: any code will do, all of one length. For archives of some hundred kilobytes. */
export function bzip2Of(bytes: Buffer): Buffer {
  const out = new Writer()
  out.bits(8, 0x42)
  out.bits(8, 0x5a)
  out.bits(8, 0x68)
  out.bits(8, 0x30 + LEVEL_BYTES / 100_000)
  let all = 0
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const part = bytes.subarray(at, at + BLOCK_BYTES)
    const sum = crcOf(part)
    all = (((all << 1) | (all >>> 31)) ^ sum) >>> 0
    writeBlock(out, part, sum)
  }
  out.bits(24, 0x177245)
  out.bits(24, 0x385090)
  out.word(all)
  return out.end()
}

function writeBlock(out: Writer, part: Buffer, sum: number): void {
  const runs = runsOf(part)
  const { sorted, first } = sortedTurns(runs)
  out.bits(24, 0x314159)
  out.bits(24, 0x265359)
  out.word(sum)
  out.bits(1, 0)
  out.bits(24, first)
  const used = [...new Set(runs)].toSorted((a, b) => a - b)
  writeUsed(out, used)
  const symbols = symbolsOf(sorted, used)
  const count = used.length + 2
  const length = Math.max(1, Math.ceil(Math.log2(count)))
  const chosen = Math.ceil(symbols.length / SYMBOLS_A_CODE)
  out.bits(3, 2)
  out.bits(15, chosen)
  for (let at = 0; at < chosen; at++) out.bits(1, 0)
  for (let code = 0; code < 2; code++) {
    out.bits(5, length)
    for (let symbol = 0; symbol < count; symbol++) out.bits(1, 0)
  }
  for (const symbol of symbols) out.bits(length, symbol)
}

/** Four alike are followed by how many more there are. */
function runsOf(part: Buffer): Buffer {
  const runs: number[] = []
  for (let at = 0; at < part.length;) {
    const byte = part[at] ?? 0
    let times = 1
    while (times < LONGEST_RUN && part[at + times] === byte) times++
    for (let said = 0; said < Math.min(times, 4); said++) runs.push(byte)
    if (times >= 4) runs.push(times - 4)
    at += times
  }
  return Buffer.from(runs)
}

/** The last bytes of all turns of the block, in the order of the turns (Burrows and Wheeler). */
function sortedTurns(runs: Buffer): { sorted: Buffer; first: number } {
  const twice = Buffer.concat([runs, runs])
  const turns = Array.from(runs, (_, at) => at)
  turns.sort((a, b) => twice.compare(twice, b, b + runs.length, a, a + runs.length))
  const sorted = Buffer.from(turns.map((at) => twice[at + runs.length - 1] ?? 0))
  return { sorted, first: turns.indexOf(0) }
}

function writeUsed(out: Writer, used: readonly number[]): void {
  const rows = Array.from({ length: 16 }, (_, row) => used.filter((one) => one >> 4 === row))
  for (const row of rows) out.bits(1, row.length > 0 ? 1 : 0)
  for (const row of rows.filter((one) => one.length > 0))
    for (let at = 0; at < 16; at++) out.bits(1, row.some((one) => (one & 15) === at) ? 1 : 0)
}

/** Each byte by how long ago it was; of the one just before only how often, in digits of 1 and 2. */
function symbolsOf(sorted: Buffer, used: readonly number[]): number[] {
  const recent = [...used]
  const symbols: number[] = []
  let again = 0
  const flush = () => {
    for (; again > 0; again = (again - 1) >> 1) symbols.push((again - 1) & 1)
  }
  for (const byte of sorted) {
    const place = recent.indexOf(byte)
    if (place === 0) {
      again += 1
      continue
    }
    flush()
    symbols.push(place + 1)
    recent.unshift(...recent.splice(place, 1))
  }
  flush()
  symbols.push(used.length + 1)
  return symbols
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return ~crc >>> 0
}

class Writer {
  readonly #bytes: number[] = []
  #held = 0
  #count = 0

  bits(count: number, value: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#held = (this.#held << 1) | ((value >>> bit) & 1)
      if (++this.#count < 8) continue
      this.#bytes.push(this.#held)
      this.#held = 0
      this.#count = 0
    }
  }

  word(value: number): void {
    this.bits(16, value >>> 16)
    this.bits(16, value & 0xffff)
  }

  end(): Buffer {
    while (this.#count > 0) this.bits(1, 0)
    return Buffer.from(this.#bytes)
  }
}
