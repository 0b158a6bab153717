import type { Clock } from '../clock.ts'

/** Limits how much of the live channel one account uses, over all its logins and pages on this server. */
export interface Allowances {
  /** Counts a new channel; false when the account has too many, or has sent too many frames. */
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
  /** The instant for which `frames` was computed. */
  at: number
}

export function createAllowances(clock: Clock): Allowances {
  // An entry is kept when its last channel closes: reconnecting must not reset the count. There is at most one an account.
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
