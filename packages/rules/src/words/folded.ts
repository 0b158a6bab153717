import { BREAK, COMPLEX, foldedOf, letters, NOISE, UNSEEN } from './letters.ts'

/** So many signs between two letters of a word are passed over. */
const MAX_BRIDGED = 3
/** Between letters that no word bridges. */
export const GAP = 0

/** A letter folds to no more than these: ㍿ to 株式会社, ﷺ to 18. */
const MOST = 18
/** Letters of one unit fold to no more than themselves where all are of these. */
const PLAIN =
  /^[\p{Cc}\u0020-\u00a9\u2010-\u2018\u201c\u201d\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*$/u

/** A text as words are looked for in it: letters that count, each with where it stands in the original. Made once, for many texts. */
export class Folded {
  /** Folded letters; `GAP` where no word goes on. */
  units = new Uint16Array(0)
  /** Their syllables. */
  sounds = new Uint16Array(0)
  /** Where the letter begins and ends in the original. */
  from = new Uint32Array(0)
  to = new Uint32Array(0)
  /** Its number before repeats were left out: 哈哈哈哈 is 0 and 3. */
  places = new Uint32Array(0)
  length = 0
  #bridged = 0
  #place = 0
  #run = 0

  read(text: string): this {
    this.length = 0
    this.#bridged = 0
    this.#place = 0
    this.#run = 0
    const { length } = text
    if (this.units.length < length * MOST) this.#grow(PLAIN.test(text) ? length : length * MOST)
    this.#read(text)
    return this
  }

  #grow(room: number): void {
    if (this.units.length >= room) return
    // One more, which a look behind the last finds empty
    const length = Math.max(room, 512) + 1
    this.units = new Uint16Array(length)
    this.sounds = new Uint16Array(length)
    this.from = new Uint32Array(length)
    this.to = new Uint32Array(length)
    this.places = new Uint32Array(length)
  }

  #read(text: string): void {
    const { folds, sounds } = letters()
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      const fold = folds[unit] ?? NOISE
      if (fold > COMPLEX) this.#add(fold, sounds[unit] ?? 0, at, at + 1)
      else if (fold === NOISE) this.#pass()
      else if (fold === BREAK) this.#gap()
      else if (fold === COMPLEX) {
        const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
        for (const one of foldedOf(letter)) {
          if (one === NOISE) this.#pass()
          else if (one === BREAK) this.#gap()
          else if (one !== UNSEEN) this.#add(one, sounds[one] ?? 0, at, at + letter.length)
        }
        at += letter.length - 1
      }
    }
  }

  #add(unit: number, sound: number, from: number, to: number): void {
    const place = this.#place++
    this.#bridged = 0
    const last = this.length - 1
    this.#run = last >= 0 && this.units[last] === unit ? this.#run + 1 : 1
    // From the third on the newest takes the place of the one before
    const at = this.#run > 2 ? last : this.length++
    this.units[at] = unit
    this.sounds[at] = sound
    this.from[at] = from
    this.to[at] = to
    this.places[at] = place
  }

  #pass(): void {
    if (++this.#bridged > MAX_BRIDGED) this.#gap()
  }

  #gap(): void {
    this.#bridged = 0
    this.#run = 0
    if (this.length === 0 || this.units[this.length - 1] === GAP) return
    const at = this.length++
    this.units[at] = GAP
    this.sounds[at] = 0
    this.places[at] = this.#place
  }
}
