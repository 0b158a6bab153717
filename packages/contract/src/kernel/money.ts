import * as z from 'zod/mini'

/** Integer fen. Fields that carry it end in `_fen`. */
export const fen = () => z.int()

/** `1234560` → `12,345.60`, without `¥`: in tables the unit is in the header. */
export function formatFen(value: number): string {
  const sign = value < 0 ? '-' : ''
  const whole = Math.trunc(Math.abs(value) / 100)
  const cents = String(Math.abs(value) % 100).padStart(2, '0')
  return `${sign}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** `1234560` → `¥12,345.60`, where no header names the unit. */
export const formatYuan = (value: number): string =>
  `${value < 0 ? '-' : ''}¥${formatFen(Math.abs(value))}`

/** For tiles and axes only: `¥1.23万` from 10,000 yuan up, else the exact sum. */
export function formatFenShort(value: number): string {
  const size = Math.abs(value)
  const text = size >= 1_000_000 ? `${(size / 1_000_000).toFixed(2)}万` : formatFen(size)
  return `${value < 0 ? '-' : ''}¥${text}`
}
