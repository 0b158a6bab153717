import { pino, type Logger } from 'pino'
import { logLineOf } from '@kaibo/contract/kernel/log-line.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** The agent's log: a person at the PC reads it in a window, so each entry is one plain line. */
export function openLog(write: (text: string) => void, level = 'info'): Log {
  return pino({ level, base: null }, { write: (json: string) => write(logLineOf(json)) })
}
