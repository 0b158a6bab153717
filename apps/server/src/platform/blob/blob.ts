import type { Readable } from 'node:stream'
import type { ByteRange } from '../http/range.ts'

/** Where files are, on this server's disk or in an S3-compatible storage. A key is `<word>/<id>`, both made by us; that of a part of a file ends in its number. */
export interface BlobStore {
  readonly storage: 'disk' | 's3'
  /** The origin to which browsers send files themselves: the page's policy must allow it. */
  readonly origin: string | undefined
  /** Where a browser may put one file straight into the storage; nothing where this server has to take it. */
  presign(key: string, file: PresignedFile): Promise<PresignedPut | undefined>
  /** All or nothing: a failed write leaves no part of the file. Replaces a file that exists. */
  write(
    key: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    known?: KnownContent,
  ): Promise<void>
  /** The whole, or a part that the file has. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** How long the file is; nothing where there is none. */
  size(key: string): Promise<number | undefined>
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>
}

/** Of a file whose length and hash are known a storage can be sent it piece by piece. */
export interface KnownContent {
  bytes: number
  sha256: string
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

const KEY = /^[a-z]+\/[0-9A-Z]{26}(\.\d{1,3})?$/

/** Keys are made by the server, but become paths: an unexpected one is a programming error. */
export function plainKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key: ${JSON.stringify(key)}`)
  return key
}
