import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import type { Seal } from '#platform/seal.ts'

/** A live account's credentials for its platform; `{}` where none were entered. */
export type Credentials = NonNullable<RoomConfig['credentials']>

/**
 * Decrypts a secret; undefined where that fails because the installation's key was replaced. It does not throw, so that only
 * what needs this secret stops working and the secret can be entered again.
 */
export function openedBy(seal: Seal, sealed: string): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

/** A live account's credentials; undefined where they cannot be decrypted. */
export function credentialsOf(seal: Seal, sealed: string | null): Credentials | undefined {
  if (sealed === null) return {}
  const opened = openedBy(seal, sealed)
  return opened === undefined ? undefined : (JSON.parse(opened) as Credentials)
}
