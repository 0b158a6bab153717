import { isDiskFull } from '../disk-full.ts'
import { isLocked } from './db.ts'

/** Codes of the system and SQLSTATEs that say: the database cannot be reached, takes no writes, or has ended the connection. */
const SYSTEM = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const STATES = new Set<unknown>([
  // Ended by an administrator or a crash, starting, gone, idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  // Too many connections, no memory, taken too long.
  '53300',
  '53200',
  '57014',
  // A standby, or one that is being replaced by it.
  '25006',
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

/** Whether it is for a moment that nothing can be stored, whatever it is: the database is away, its disk is full, or another writes. */
export const isPassing = (error: unknown): boolean =>
  isAway(error) || isDiskFull(error) || isLocked(error)
