import type { Readable } from 'node:stream'
import type { ByteRange } from '../http/range.ts'

/** Where files are, on this server's disk or in an S3-compatible storage. A key is `<word>/<id>`, both made by us. */
export interface BlobStore {
  readonly storage: 'disk' | 's3'
  /** The origin to which browsers send files themselves: the page's policy must allow it. */
  readonly origin: string | undefined
  /** Where a browser may put one file straight into the storage; nothing where this server has to take it. */
  presign(key: string, file: PresignedFile): Promise<PresignedPut | undefined>
  /** All or nothing: a failed write leaves no part of the file. Replaces a file that exists. */
  write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  /** The whole, or a part that the file has. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>
}

export interface PresignedFile {
  bytes: number
  type: string
  /** How long the address is valid. */
  seconds: number
}

/** `PUT url` with these headers; the length, which a browser adds by itself, is signed as well. */
export interface PresignedPut {
  url: string
  headers: Record<string, string>
}

const KEY = /^[a-z]+\/[0-9A-Z]{26}$/

/** Keys are made by the server, but become paths: an unexpected one is a programming error. */
export function plainKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key: ${JSON.stringify(key)}`)
  return key
}
