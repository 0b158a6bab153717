import { isUtf8 } from 'node:buffer'

const BLOCK = 512
const CHECKSUM_AT = 148
const MAX_NAME_BYTES = 4_096

export interface Entry {
  name: string
  /** What is no file and no folder leads elsewhere: links, devices. */
  kind: 'file' | 'folder' | 'other'
  bytes: number
  /** Its content, to be read before the next entry is asked for. */
  content: Iterable<Uint8Array>
}

/** What an archive holds, one after the other (POSIX ustar, with the long names of GNU and of pax). */
export function* entriesOf(chunks: Iterable<Uint8Array>): Generator<Entry> {
  const source = new Source(chunks)
  let longName: string | undefined
  for (;;) {
    const head = source.take(BLOCK)
    // Two blocks of zeros end it; who writes one alone means the same
    if (head.every((byte) => byte === 0)) return
    assertHead(head)
    const bytes = octalIn(head, 124, 12)
    const type = String.fromCharCode(head[156] ?? 0)
    if (type === 'L' || type === 'x') {
      if (bytes > MAX_NAME_BYTES) throw new Error('a name that is too long')
      const content = source.take(bytes)
      source.skip(padOf(bytes))
      longName = type === 'L' ? wordsIn(content, 0, bytes) : (pathIn(content) ?? longName)
      continue
    }
    const content = source.of(bytes)
    // What pax says of the whole archive names no entry
    if (type !== 'g') {
      yield { name: longName ?? nameIn(head), kind: kindOf(type), bytes, content }
      longName = undefined
    }
    for (const _ of content) continue
    source.skip(padOf(bytes))
  }
}

/** Bytes in the lengths in which they are asked for. */
class Source {
  readonly #chunks: Iterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]()
  }

  take(bytes: number): Buffer {
    return Buffer.concat([...this.of(bytes)])
  }

  skip(bytes: number): void {
    for (const _ of this.of(bytes)) continue
  }

  *of(bytes: number): Generator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      if (this.#rest.length === 0) {
        const next = this.#chunks.next()
        if (next.done) throw new Error('it ends too early')
        this.#rest = next.value
        continue
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}

/** The sum of its bytes, those of the sum itself taken for spaces. */
function assertHead(head: Buffer): void {
  const plain = Buffer.from(head).fill(' ', CHECKSUM_AT, CHECKSUM_AT + 8)
  const sum = plain.reduce((all, byte) => all + byte, 0)
  if (sum !== octalIn(head, CHECKSUM_AT, 8)) throw new Error('it is no tar')
}

function kindOf(type: string): Entry['kind'] {
  if (type === '0' || type === '\0') return 'file'
  return type === '5' ? 'folder' : 'other'
}

function nameIn(head: Buffer): string {
  const prefix = textIn(head, 257, 5) === 'ustar' ? wordsIn(head, 345, 155) : ''
  const name = wordsIn(head, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Lines `length key=value`. */
const pathIn = (pax: Buffer): string | undefined =>
  /^\d+ path=(.*)$/m.exec(pax.toString('utf8'))?.[1]

const textIn = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('utf8', at, at + length).replace(/\0.*$/s, '')

/** A name: old Chinese programs write GBK, in which a letter may end as a backslash does. */
function wordsIn(bytes: Buffer, at: number, length: number): string {
  const end = bytes.indexOf(0, at)
  const name = bytes.subarray(at, end < 0 ? at + length : Math.min(end, at + length))
  return isUtf8(name) ? name.toString() : new TextDecoder('gb18030').decode(name)
}

function octalIn(head: Buffer, at: number, length: number): number {
  const text = textIn(head, at, length).trim()
  // Larger numbers are written otherwise; nothing here is so large
  if (!/^[0-7]+$/.test(text)) throw new Error('it is no tar')
  return Number.parseInt(text, 8)
}

const padOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK
