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
