/** Bits of bytes as they come, the highest of each byte first. */
export class Bits {
  readonly #chunks: Iterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array()
  #at = 0
  #held = 0
  #count = 0

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]()
  }

  /** The next `count` bits, up to 24, as a number; throws at the end. */
  read(count: number): number {
    while (this.#count < count) {
      const byte = this.#byte()
      if (byte === undefined) throw new Error('it ends too early')
      this.#held = ((this.#held << 8) | byte) >>> 0
      this.#count += 8
    }
    this.#count -= count
    const bits = (this.#held >>> this.#count) & ((1 << count) - 1)
    this.#held &= (1 << this.#count) - 1
    return bits
  }

  /** Leaves what is left of the byte; answers whether there is another one. */
  align(): boolean {
    this.#count -= this.#count % 8
    this.#held &= (1 << this.#count) - 1
    if (this.#count > 0) return true
    const byte = this.#byte()
    if (byte === undefined) return false
    this.#held = byte
    this.#count = 8
    return true
  }

  #byte(): number | undefined {
    while (this.#at === this.#chunk.length) {
      const next = this.#chunks.next()
      if (next.done) return undefined
      this.#chunk = next.value
      this.#at = 0
    }
    return this.#chunk[this.#at++]
  }
}
