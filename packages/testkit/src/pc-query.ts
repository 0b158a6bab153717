import { randomBytes, sign, type KeyObject } from 'node:crypto'

export interface SigningPc {
  id: string
  private_key: KeyObject
}

/** The query by which a PC signs a request for one use; `about` is what it is for. */
export function signedQuery({ id, private_key }: SigningPc, ts: number, about: string) {
  const nonce = randomBytes(16).toString('base64url')
  const sig = sign(null, Buffer.from(`${id}|${ts}|${nonce}${about}`), private_key)
  return new URLSearchParams({ pc_id: id, ts: String(ts), nonce, sig: sig.toString('base64url') })
}
