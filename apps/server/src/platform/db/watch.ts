import { startBeat } from '../beat.ts'

export interface Watch {
  /** Whether the database was away when last looked. */
  readonly isAway: boolean
  onBack(listener: () => void): void
  close(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
/** One look may come too late for other reasons. */
const MISSES = 2

/** Looks every second whether the database answers. */
export function watchDatabase(ping: () => Promise<void>, lookEveryMs = LOOK_EVERY_MS): Watch {
  let missed = 0
  const listeners: (() => void)[] = []
  const look = async () => {
    try {
      await ping()
    } catch {
      missed += 1
      return
    }
    const wasAway = missed >= MISSES
    missed = 0
    if (wasAway) for (const tell of listeners) tell()
  }
  const beat = startBeat(lookEveryMs, look, () => {})
  return {
    get isAway() {
      return missed >= MISSES
    },
    onBack: (listener) => void listeners.push(listener),
    close: () => beat.stop(),
  }
}
