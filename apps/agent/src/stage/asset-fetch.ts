import { createHash, randomBytes, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import {
  ASSET_GET_PATH,
  assetClaim,
  type PackedFile,
} from '@kaibo/contract/agent/asset-file.schema.ts'
import { diskFault } from '#disk/fault.ts'
import type { Identity } from '#identity/identity.ts'
import { signedUrl } from '#link/upgrade.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'

/** Writes a file to `path`, where a part of it may be; rejects with an `AssetFault` unless it is whole and what it should be. */
export type FetchAsset = (file: PackedFile, path: string, signal: AbortSignal) => Promise<void>

/** Why a file could not be had, in words for the person at the PC. */
export class AssetFault extends Error {}

interface FetchOptions {
  server: URL
  identity: Pick<Identity, 'pc_id' | 'key'>
  clock: ServerClock
  time: Time
}

const NONCE_BYTES = 16
/** A server that sends nothing for so long is taken to be away. */
const STILL_MS = 20_000
const TRIES = 3

/** From the server, by addresses that this PC signs, from where an earlier try broke off. */
export function assetFetch({ server, identity, clock, time }: FetchOptions): FetchAsset {
  function ask({ asset_id, sha256 }: PackedFile, from: number, signal: AbortSignal) {
    const path = `${ASSET_GET_PATH.slice(1)}${encodeURIComponent(asset_id)}/${sha256}`
    const url = signedUrl(new URL(path, server), identity, {
      now: clock.now(),
      nonce: randomBytes(NONCE_BYTES).toString('base64url'),
      about: assetClaim(asset_id, sha256),
    })
    return fetch(url, { signal, ...(from > 0 && { headers: { range: `bytes=${from}-` } }) })
  }

  /** One try; answers the hash of all that is there now. */
  async function goOn(file: PackedFile, path: string, ended: AbortSignal): Promise<string> {
    const still = new AbortController()
    let cancel: (() => void) | undefined
    const heard = () => {
      cancel?.()
      cancel = time.after(STILL_MS, () => still.abort())
    }
    const { hash, bytes: from } = await hashOf(path, file.bytes)
    if (from === file.bytes) return hash.digest('hex')
    heard()
    try {
      const answer = await ask(file, from, AbortSignal.any([ended, still.signal]))
      if (answer.status === 404) throw new AssetFault('服务器上没有这个素材')
      const goesOn = from > 0 && answer.status === 206
      if (from > 0 && !goesOn) {
        await answer.body?.cancel()
        await rm(path, { force: true })
        throw new Error(`no part: ${answer.status}`)
      }
      if (!answer.ok || !answer.body) throw new Error(`refused: ${answer.status}`)
      const handle = await open(path, goesOn ? 'a' : 'w', 0o600)
      try {
        let sum = from
        for await (const chunk of answer.body) {
          heard()
          sum += chunk.length
          if (sum > file.bytes) throw new Error('longer than it is')
          hash.update(chunk)
          await handle.write(chunk)
        }
        if (sum < file.bytes) throw new Error('broken off')
        await handle.sync()
      } finally {
        await handle.close()
      }
    } finally {
      cancel?.()
    }
    return hash.digest('hex')
  }

  return async (file, path, signal) => {
    for (let left = TRIES; ; left--) {
      const outcome = await goOn(file, path, signal).catch((error: unknown) => asFault(error))
      if (outcome === file.sha256) return
      // Not what it should be: all of it is asked for again
      if (typeof outcome === 'string') await rm(path, { force: true })
      if (outcome instanceof AssetFault) throw outcome
      if (left === 1 || signal.aborted)
        throw new AssetFault(
          typeof outcome === 'string' ? '素材内容与校验值不符' : '素材没有取到，服务器没有响应',
        )
    }
  }
}

/** What ends the tries is an `AssetFault`. */
function asFault(error: unknown): Error {
  const said = diskFault(error)
  if (said !== undefined) return new AssetFault(said)
  return error instanceof Error ? error : new Error(String(error))
}

/** Of what is there already; too much of it is dropped. */
async function hashOf(path: string, most: number): Promise<{ hash: Hash; bytes: number }> {
  const hash = createHash('sha256')
  const bytes = (await stat(path).catch(() => undefined))?.size ?? 0
  if (bytes > most) {
    await rm(path, { force: true })
    return { hash, bytes: 0 }
  }
  if (bytes > 0) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { hash, bytes }
}
