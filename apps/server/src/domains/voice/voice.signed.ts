import { createHmac } from 'node:crypto'
import { isSameText } from '#platform/same-text.ts'

/* Messages between us and a voice server, signed on both sides by its API key, as pushes of platforms are. */

/** In seconds, as with pushes. */
const WINDOW_S = 300

const signatureOf = (timestamp: string, body: Buffer | string, key: string): string =>
  createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')

export function signedHeaders(body: string, key: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000))
  return {
    'x-kaibo-timestamp': timestamp,
    'x-kaibo-signature': signatureOf(timestamp, body, key),
  }
}

export function isSigned(
  { timestamp, signature }: { timestamp: unknown; signature: unknown },
  body: Buffer,
  key: string,
  now: number,
): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  const isNear = Math.abs(now / 1_000 - Number(timestamp)) <= WINDOW_S
  return isNear && isSameText(signature, signatureOf(timestamp, body, key))
}
