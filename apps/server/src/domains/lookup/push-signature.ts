import { createHmac } from 'node:crypto'

/** Headers of a request; one that was sent twice counts as missing. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

export function headerOf(headers: Headers, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The signature of what is pushed to us: HMAC-SHA256 of `timestamp.body`, hex. */
export const pushSignature = (timestamp: string, body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
