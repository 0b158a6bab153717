import { CLIP_PATH } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { isSameText } from '#platform/same-text.ts'
import type { Seal } from '#platform/seal.ts'

const ADDRESS_MS = 600_000

/** The addresses of clips: signed, for the PC that has asked for them. */
export function clipAddresses(seal: Pick<Seal, 'sign'>) {
  const sign = (hash: string, at: string) => seal.sign('clip', `${hash} ${at}`)
  return {
    of: (hash: string, at: number): string =>
      `${CLIP_PATH}${hash}/${at}?signature=${sign(hash, String(at))}`,

    /** Whether we made this address, within the last minutes. */
    isGood: (hash: string, at: string, signature: unknown, now: number): boolean =>
      typeof signature === 'string' &&
      isSameText(signature, sign(hash, at)) &&
      now - Number(at) <= ADDRESS_MS,
  }
}

export type ClipAddresses = ReturnType<typeof clipAddresses>
