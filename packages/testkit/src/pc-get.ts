import { randomBytes, sign, type KeyObject } from 'node:crypto'
import { ASSET_GET_PATH, assetClaim } from '@kaibo/contract/agent/asset-file.schema.ts'

interface AskingPc {
  id: string
  private_key: KeyObject
}

interface Wanted {
  asset_id: string
  sha256: string
}

/** Asks a server for a file as a PC does; `about` is what it signs. */
export async function pcGet(
  { url, pc, ts }: { url: string; pc: AskingPc; ts: number },
  { asset_id, sha256 }: Wanted,
  { about = assetClaim(asset_id, sha256), range }: { about?: string; range?: string } = {},
) {
  const nonce = randomBytes(16).toString('base64url')
  const signed = Buffer.from(`${pc.id}|${ts}|${nonce}${about}`)
  const sig = sign(null, signed, pc.private_key).toString('base64url')
  const query = new URLSearchParams({ pc_id: pc.id, ts: String(ts), nonce, sig })
  const path = `${ASSET_GET_PATH}${asset_id}/${sha256}?${query.toString()}`
  const answer = await fetch(url + path, { headers: range ? { range } : {} })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, body: bytes.toString() }
}
