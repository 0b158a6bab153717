import { instantText } from '@kaibo/contract/kernel/day.ts'

/* Instants by the clock of the business (Asia/Shanghai), wherever the machine that shows them stands. */

/** `20:05` */
export const timeText = (at: number): string => instantText(at).slice(11, 16)
/** `20:05:00` */
export const secondText = (at: number): string => instantText(at).slice(11)
/** `03-01 20:05` */
export const dateTimeText = (at: number): string => instantText(at).slice(5, 16)

/** As short as it can be said on a day: `今天 20:05`, `03-01 20:05`, of another year `2025-03-01 20:05`. */
export function shortText(at: number, day: string, today: string): string {
  const whole = instantText(at)
  if (isSame(whole, day, DAY)) return `${today} ${timeText(at)}`
  return isSame(whole, day, YEAR) ? dateTimeText(at) : whole.slice(0, TO_MINUTE)
}

// How long each is at the beginning of `2026-03-01 20:05:00`.
const YEAR = 4
const DAY = 10
const TO_MINUTE = 16
const isSame = (a: string, b: string, length: number) => a.slice(0, length) === b.slice(0, length)
