import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import type { Seal } from '#platform/seal.ts'

/** What an account was given to show its platform; nothing was entered is `{}`. */
export type Credentials = NonNullable<RoomConfig['credentials']>

/**
 * Nothing where a secret cannot be opened: the key of this installation was replaced. Everything but what needs that very
 * secret must go on, so that it can be entered again.
 */
export function openedBy(seal: Seal, sealed: string): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

/** A live account's credentials; nothing where they cannot be opened. */
export function credentialsOf(seal: Seal, sealed: string | null): Credentials | undefined {
  if (sealed === null) return {}
  const opened = openedBy(seal, sealed)
  return opened === undefined ? undefined : (JSON.parse(opened) as Credentials)
}
