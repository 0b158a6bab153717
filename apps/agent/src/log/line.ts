const LEVELS: Record<number, string> = { 20: '调试', 30: '信息', 40: '警告', 50: '错误' }

interface Entry {
  level: number
  time: number
  msg: string
  err?: { message?: string }
  [detail: string]: unknown
}

/** `12:03:11 警告 与服务器断开 code=1006`, out of pino's JSON. */
export function lineOf(json: string): string {
  const { level, time, msg, err, ...details }: Entry = JSON.parse(json)
  const at = new Date(time).toTimeString().slice(0, 8)
  const rest = Object.entries(details).map(([key, value]) => `${key}=${shown(value)}`)
  const cause = err?.message ? `：${err.message}` : ''
  return `${[at, LEVELS[level] ?? '信息', msg + cause, ...rest].join(' ')}\n`
}

const shown = (value: unknown): string =>
  typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)
