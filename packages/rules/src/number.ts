import { calculate, roundTo } from './decimal.ts'

export const fixed = (value: number, digits: number): string =>
  roundTo(value, digits).toFixed(digits)

const WAN = 10_000
const YI = 100_000_000

/** As it is spoken: 9999, `1.2万`, `3.5亿`. */
export function inWan(value: number): string {
  if (Math.abs(value) < WAN) return String(value)
  const wan = share(value, WAN)
  return Math.abs(wan) < WAN ? `${wan}万` : `${share(value, YI)}亿`
}

function share(value: number, unit: number): number {
  const part = calculate(value, '/', unit)
  return typeof part === 'number' ? roundTo(part, 1) : value / unit
}
