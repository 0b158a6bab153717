/** The bytes from `first` to `last`, both included. */
export interface ByteRange {
  first: number
  last: number
}

const ONE = /^bytes=(\d*)-(\d*)$/

/**
 * What a `Range` header asks of a file; nothing where the whole file is to be sent (several ranges are answered so as well),
 * `none` where the file has no such bytes.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = (header && ONE.exec(header)) || []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'none' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first < bytes ? { first, last } : 'none'
}
