import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Tone } from '#kit/status/status.tsx'

/** Only expiry states that need attention have a colour. */
export const expireTones: Partial<Record<AuthExpireStatus, Tone>> = {
  [AuthExpireStatus.soon]: 'attention',
  [AuthExpireStatus.expired]: 'failed',
}

/** The last business day on which the account can log in. */
export const lastDayOf = (expire_at: number): string => dayOf(expire_at - 1)
