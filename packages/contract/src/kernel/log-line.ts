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
 * `12:03:11 警告 与服务器断开 code=1006`, out of pino's JSON: for a person at a terminal. `withStack`: of an error also where
 * it came from, in lines of their own.
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

/** What others have sent must not move the terminal's cursor, colour it, or turn its text around. */
const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  )
