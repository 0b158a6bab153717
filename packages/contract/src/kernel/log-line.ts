const LEVELS: Record<number, string> = {
  20: '调试',
  30: '信息',
  40: '警告',
  50: '错误',
  60: '错误',
}

interface Entry {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
  [detail: string]: unknown
}

/**
 * Turns pino's JSON into a line for a person at a terminal: `12:03:11 警告 与服务器断开 code=1006`. `withStack` adds the stack
 * of an error, one line each.
 */
export function logLineOf(json: string, { withStack = false } = {}): string {
  const { level, time, msg = '', err, ...details }: Entry = JSON.parse(json)
  const at = new Date(time).toTimeString().slice(0, 8)
  const rest = Object.entries(details).map(([key, value]) => `${key}=${shown(value)}`)
  const cause = err?.message ? `：${err.message}` : ''
  const line = [at, LEVELS[level] ?? '信息', msg + cause, ...rest].join(' ')
  const stack = withStack ? (err?.stack?.split('\n').slice(1) ?? []) : []
  return `${[line, ...stack].map(printable).join('\n')}\n`
}

const shown = (value: unknown): string =>
  typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)

/** Escapes control characters: text sent by others must not move the terminal's cursor, colour it or reverse its text. */
const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  )
