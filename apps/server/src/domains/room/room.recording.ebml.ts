/* As much of EBML, the format of WebM files, as recordings need. */

/** Written by the recorder where it does not know the length yet. */
const UNKNOWN = -1
const LONGEST_SIZE = 8

export interface Element {
  id: number
  /** Of what it holds; `UNKNOWN` lasts until an element that cannot be in it. */
  size: number
  headBytes: number
}

export const isUnknown = ({ size }: Element): boolean => size === UNKNOWN

/** The head of the element that begins here; nothing where more bytes are needed for it. Throws where there is none. */
export function elementAt(bytes: Buffer, at: number): Element | undefined {
  const idBytes = lengthAt(bytes, at)
  if (idBytes === undefined) return undefined
  if (idBytes > 4) throw new Error('no EBML')
  const sizeBytes = lengthAt(bytes, at + idBytes)
  if (sizeBytes === undefined || at + idBytes + sizeBytes > bytes.length) return undefined
  if (sizeBytes > LONGEST_SIZE) throw new Error('no EBML')
  return {
    id: bytes.readUIntBE(at, idBytes),
    size: sizeAt(bytes, at + idBytes, sizeBytes),
    headBytes: idBytes + sizeBytes,
  }
}

/** How many bytes a number of variable length takes, by its first one. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  const first = bytes[at]
  return first === undefined ? undefined : Math.clz32(first) - 23
}

function sizeAt(bytes: Buffer, at: number, length: number): number {
  const marker = 1 << (8 - length)
  let value = (bytes[at] ?? 0) & (marker - 1)
  let isAllOnes = value === marker - 1
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0
    value = value * 256 + next
    isAllOnes &&= next === 255
  }
  return isAllOnes ? UNKNOWN : value
}

export const uintOf = (bytes: Buffer): number =>
  bytes.reduce((value, byte) => value * 256 + byte, 0)

export function element(id: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([headOf(id, body.length), body])
}

/** Of a fixed length, so that a head is as long whatever it says. */
export function headOf(id: number, size: number): Buffer {
  const hex = id.toString(16)
  const length = Buffer.alloc(LONGEST_SIZE)
  length.writeBigUInt64BE(BigInt(size))
  length[0] = 1
  return Buffer.concat([Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'), length])
}

export function uint(id: number, value: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeBigUInt64BE(BigInt(Math.round(value)))
  return element(id, body)
}

export function float(id: number, value: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeDoubleBE(value)
  return element(id, body)
}
