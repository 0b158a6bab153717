import { sign } from 'node:crypto'
import { AGENT_PATH } from '@kaibo/contract/agent/frames.ts'
import type { Identity } from '#identity/identity.ts'

/** The address of the link, signed for one use. */
export function upgradeUrl(
  server: URL,
  { pc_id, key }: Pick<Identity, 'pc_id' | 'key'>,
  now: number,
  nonce: string,
): URL {
  const url = new URL(AGENT_PATH.slice(1), server)
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:'
  return signedUrl(url, { pc_id, key }, { now, nonce, about: '' })
}

/** An address signed for one use by this PC, for what it is about. */
export function signedUrl(
  url: URL,
  { pc_id, key }: Pick<Identity, 'pc_id' | 'key'>,
  { now, nonce, about }: { now: number; nonce: string; about: string },
): URL {
  const signature = sign(null, Buffer.from(`${pc_id}|${now}|${nonce}${about}`), key)
  url.search = new URLSearchParams({
    pc_id,
    ts: String(now),
    nonce,
    sig: signature.toString('base64url'),
  }).toString()
  return url
}
