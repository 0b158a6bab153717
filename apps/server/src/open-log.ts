import { destination, pino, type Logger } from 'pino'
import { logLineOf } from '@kaibo/contract/kernel/log-line.ts'
import type { Config } from './config.ts'

/** Standard output is for the few lines a person must read. */
const STDERR = 2

export function openLog({ logLevel: level, logFormat }: Config): Logger {
  const stderr = destination(STDERR)
  if (logFormat === 'json') return pino({ level }, stderr)
  const write = (json: string) => void stderr.write(logLineOf(json, { withStack: true }))
  return pino({ level, base: null }, { write })
}
