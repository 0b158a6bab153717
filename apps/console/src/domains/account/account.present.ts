import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { dayEnd, dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Tone } from '#kit/status/status.tsx'

/** Only expiry states that need attention have a colour. */
export const expireTones: Partial<Record<AuthExpireStatus, Tone>> = {
  [AuthExpireStatus.soon]: 'attention',
  [AuthExpireStatus.expired]: 'failed',
}

/** The last business day on which the account can log in. */
export const lastDayOf = (expire_at: number): string => dayOf(expire_at - 1)

/** The end of that last day: the instant from which it cannot log in. */
export const expiryAfter = (day: string): number => dayEnd(day)
