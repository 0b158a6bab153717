import * as z from 'zod/mini'

/* How PCs know assets: by what is in their files, which they fetch once and keep. */

/** `GET` by a PC, with `Range` where it goes on; asset and hash follow. Its query is signed as that of the link, with `assetClaim`. */
export const ASSET_GET_PATH = '/agent/v1/asset/'

/** What is signed beside the PC, time and nonce, so that a signature is good for one file and nothing else. */
export const assetClaim = (asset_id: string, sha256: string): string =>
  `|asset|${asset_id}|${sha256}`

export const SHA256 = /^[0-9a-f]{64}$/

export const PackedFile = z.object({
  asset_id: z.string().check(z.minLength(1), z.maxLength(64)),
  sha256: z.string().check(z.regex(SHA256)),
  bytes: z.int().check(z.gte(1), z.lte(2_147_483_648)),
  type: z.string().check(z.maxLength(100)),
  ms: z.optional(z.nullable(z.int())),
})
export type PackedFile = z.infer<typeof PackedFile>

/** An asset as it goes into what rooms are given. One that comes with the program has no parts: each page has them in itself. */
export const PackedAsset = z.object({
  asset_id: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: z.string().check(z.maxLength(40)),
  type: z.int(),
  parts: z.record(z.string().check(z.maxLength(40)), PackedFile),
})
export type PackedAsset = z.infer<typeof PackedAsset>
