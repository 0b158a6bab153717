import { startBeat } from '../beat.ts'

/** Codes of the system and classes of SQLSTATE that say: the database cannot be reached, or has ended the connection. */
const SYSTEM = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const STATES = new Set<unknown>([
  // Ended by an administrator or a crash, starting, too many connections, taken too long.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
])
const SAID =
  /^(Connection terminated|timeout e|Client has encountered a connection error|Client was closed|the database does not answer)/

/** Whether the database was not there, so that the same may well succeed in a moment; otherwise the statement itself is at fault. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (SYSTEM.has(code) || STATES.has(code)) return true
  if (typeof code === 'string' && /^08...$/.test(code)) return true
  return SAID.test(error.message) || isAway(error.cause)
}

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
