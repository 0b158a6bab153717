import type { Bits } from './bits.ts'

/** Reads one symbol. */
export type Code = (bits: Bits) => number

const LONGEST = 20

/** The code of so many symbols, of which the lengths are written, each as its difference to the one before. */
export function readCode(bits: Bits, symbols: number): Code {
  let length = bits.read(5)
  const lengths = Array.from({ length: symbols }, () => {
    for (;;) {
      if (length < 1 || length > LONGEST) throw new Error('no such length of a code')
      if (bits.read(1) === 0) return length
      length += bits.read(1) === 0 ? 1 : -1
    }
  })
  return codeOf(lengths)
}

/** Shorter words come first, those of one length in the order of their symbols. */
function codeOf(lengths: readonly number[]): Code {
  const sorted = lengths.map((length, symbol) => ({ length, symbol }))
  sorted.sort((a, b) => a.length - b.length || a.symbol - b.symbol)
  const symbols = Uint16Array.from(sorted, ({ symbol }) => symbol)
  /** Of each length: the first word, how many there are, and the place of the first one's symbol. */
  const firsts = new Int32Array(LONGEST + 1)
  const counts = new Int32Array(LONGEST + 1)
  const places = new Int32Array(LONGEST + 1)
  for (const { length } of sorted) counts[length] = (counts[length] ?? 0) + 1
  for (let length = 1, word = 0, place = 0; length <= LONGEST; length++) {
    firsts[length] = word
    places[length] = place
    place += counts[length] ?? 0
    word = (word + (counts[length] ?? 0)) * 2
  }
  const shortest = sorted[0]?.length ?? 1
  return (bits) => {
    let word = bits.read(shortest)
    for (let length = shortest; length <= LONGEST; length++) {
      const above = word - (firsts[length] ?? 0)
      if (above >= 0 && above < (counts[length] ?? 0))
        return symbols[(places[length] ?? 0) + above] ?? 0
      word = word * 2 + bits.read(1)
    }
    throw new Error('no such word of a code')
  }
}
