import type { RawData } from 'ws'

/** The value that JSON bytes or text stand for; nothing where they are not JSON. */
export function jsonIn(data: Buffer | string): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

export function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
