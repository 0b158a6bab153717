import { createHash } from 'node:crypto'
import { headerOf, type Headers } from '#domains/lookup/push-signature.ts'

const DOUYIN_SIGNED = ['x-msg-type', 'x-nonce-str', 'x-roomid', 'x-timestamp'] as const

/** Douyin's signature of a push: its four headers by name, the body as it came, the secret; MD5, base64. */
export function douyinSignature(headers: Headers, body: Buffer, secret: string): string {
  const line = DOUYIN_SIGNED.map((name) => `${name}=${headerOf(headers, name)}`).join('&')
  return createHash('md5').update(line).update(body).update(secret).digest('base64')
}
