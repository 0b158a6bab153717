import { ASSET_GET_PATH, assetClaim } from '@kaibo/contract/agent/asset-file.schema.ts'
import { signedQuery, type SigningPc } from './pc-query.ts'

interface Wanted {
  asset_id: string
  sha256: string
}

/** Asks a server for a file as a PC does; `about` is what it signs. */
export async function pcGet(
  { url, pc, ts }: { url: string; pc: SigningPc; ts: number },
  { asset_id, sha256 }: Wanted,
  { about = assetClaim(asset_id, sha256), range }: { about?: string; range?: string } = {},
) {
  const path = `${ASSET_GET_PATH}${asset_id}/${sha256}?${signedQuery(pc, ts, about).toString()}`
  const answer = await fetch(url + path, { headers: range ? { range } : {} })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, body: bytes.toString() }
}
