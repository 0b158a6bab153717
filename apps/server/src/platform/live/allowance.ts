import type { Clock } from '../clock.ts'

/** What one account may take up of the live channel: over all its logins and pages, on this server. */
export interface Allowances {
  /** One channel more; false when there are too many, or too many frames were sent. */
  enter(uid: string): boolean
  leave(uid: string): void
  /** Counts a frame; false when there were too many. */
  frame(uid: string): boolean
}

const MAX_CHANNELS = 50
/** A page that opens sends a few frames; after a restart of the server every page of an account does so at once. */
const MAX_FRAMES_AT_ONCE = 100
const FRAMES_PER_SECOND = 20

interface Account {
  channels: number
  /** How many frames may come now. */
  frames: number
  /** When that was so. */
  at: number
}

export function createAllowances(clock: Clock): Allowances {
  // An entry stays when its last channel is closed: opening another must not reset the count. There are as many as accounts.
  const accounts = new Map<string, Account>()

  function accountOf(uid: string): Account {
    const now = clock.now()
    const account = accounts.get(uid) ?? { channels: 0, frames: MAX_FRAMES_AT_ONCE, at: now }
    // The machine's clock may have been set back.
    const passed = Math.max(0, now - account.at)
    account.frames += (passed / 1_000) * FRAMES_PER_SECOND
    account.frames = Math.min(account.frames, MAX_FRAMES_AT_ONCE)
    account.at = now
    accounts.set(uid, account)
    return account
  }

  function take(account: Account): boolean {
    if (account.frames < 1) return false
    account.frames -= 1
    return true
  }

  return {
    enter(uid) {
      const account = accountOf(uid)
      if (account.channels >= MAX_CHANNELS || !take(account)) return false
      account.channels += 1
      return true
    },
    leave: (uid) => void (accountOf(uid).channels -= 1),
    frame: (uid) => take(accountOf(uid)),
  }
}
