/** Some minutes of speech. */
const MAX_BYTES = 33_554_432

/** Sounds that could not be kept where files are: whoever asked for one fetches it at once. Of more than fit the oldest go. */
export class HeldSounds {
  readonly #sounds = new Map<string, Buffer>()
  #bytes = 0

  hold(hash: string, wav: Buffer): void {
    this.#drop(hash)
    this.#sounds.set(hash, wav)
    this.#bytes += wav.length
    for (const oldest of this.#sounds.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#drop(oldest)
    }
  }

  get(hash: string): Buffer | undefined {
    return this.#sounds.get(hash)
  }

  #drop(hash: string): void {
    this.#bytes -= this.#sounds.get(hash)?.length ?? 0
    this.#sounds.delete(hash)
  }
}
