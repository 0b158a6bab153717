import { randomBytes, randomInt } from 'node:crypto'

/** Identifiers and secrets. Injected, so that tests can foresee them. */
export interface Ids {
  /** 26 characters that sort by creation time: 10 of time, 16 random (80 bit). */
  next(now: number): string
  /** A code that people read out: `length` characters without 0 O 1 I L U. */
  code(length: number): string
  /** `bytes` of randomness, base64url. */
  secret(bytes: number): string
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID = new RegExp(`^[${CROCKFORD}]{26}$`)
const READABLE = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_BYTES = 10

function encodeTime(now: number): string {
  let rest = now
  let text = ''
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    text = CROCKFORD.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Five bits a character: 10 bytes are 16 characters exactly. */
function encodeRandom(bytes: Buffer): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let i = 0; i < (bytes.length * 8) / 5; i++) {
    text = CROCKFORD.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return text
}

export const systemIds: Ids = {
  next: (now) => encodeTime(now) + encodeRandom(randomBytes(RANDOM_BYTES)),
  code: (length) =>
    Array.from({ length }, () => READABLE.charAt(randomInt(READABLE.length))).join(''),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
}

/** Whether a text has the form of our ids; checked before it becomes part of a path or a query. */
export const isId = (text: string): boolean => ID.test(text)
