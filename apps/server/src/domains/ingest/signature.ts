import { createHash, createHmac } from 'node:crypto'

/** Headers of a request; one that was sent twice counts as missing. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

export function headerOf(headers: Headers, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const DOUYIN_SIGNED = ['x-msg-type', 'x-nonce-str', 'x-roomid', 'x-timestamp'] as const

/** Douyin's signature of a push: its four headers by name, the body as it came, the secret; MD5, base64. */
export function douyinSignature(headers: Headers, body: Buffer, secret: string): string {
  const line = DOUYIN_SIGNED.map((name) => `${name}=${headerOf(headers, name)}`).join('&')
  return createHash('md5').update(line).update(body).update(secret).digest('base64')
}

/** The generic push's signature: HMAC-SHA256 of `timestamp.body`, hex. */
export const pushSignature = (timestamp: string, body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
