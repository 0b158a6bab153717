const BLOCK = 512

export interface TarEntry {
  name: string
  /** How the name is written: of names in other letters each byte is a letter. */
  letters?: 'utf8' | 'latin1'
  bytes?: Buffer | string
  /** `0` is a file, `5` a folder, `2` a symbolic link, as tar has them. */
  type?: string
  /** How long it says that it is, where that is a lie. */
  announced?: number
  /** Where a link leads. */
  to?: string
}

/** An archive of these entries, also of such as no honest program writes. */
export const tarOf = (entries: Iterable<TarEntry>): Buffer =>
  Buffer.concat([...[...entries].flatMap(blocksOf), Buffer.alloc(2 * BLOCK)])

function blocksOf(entry: TarEntry): Buffer[] {
  const { name, letters = 'utf8', bytes = '', type = '0', to = '', announced } = entry
  const content = Buffer.from(bytes)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0, 100, letters)
  head.write(octal(0o644, 8), 100)
  head.write(octal(announced ?? content.length, 12), 124)
  head.write(octal(0, 12), 136)
  head.fill(' ', 148, 156)
  head.write(type, 156)
  head.write(to, 157, 100)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${octal(sum, 7)} `, 148)
  return [head, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
