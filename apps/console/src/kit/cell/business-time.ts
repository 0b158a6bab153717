import { instantText } from '@kaibo/contract/kernel/day.ts'

/* Instants by the clock of the business (Asia/Shanghai), wherever the machine that shows them stands. */

/** `20:05` */
export const timeText = (at: number): string => instantText(at).slice(11, 16)
/** `20:05:00` */
export const secondText = (at: number): string => instantText(at).slice(11)
/** `03-01 20:05` */
export const dateTimeText = (at: number): string => instantText(at).slice(5, 16)
