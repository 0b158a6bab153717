import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { LiveAccountRow } from '@kaibo/contract/live-account/live-account.schema.ts'
import { maskedPhone } from '@kaibo/contract/live-account/sms.rules.ts'
import { implement } from '#platform/http/implement.ts'
import type { LiveAccountService } from './live-account.service.ts'
import type { SmsService } from './sms.service.ts'

/** As the audit keeps a row: more people read histories than may see a phone number. */
const kept = (row: LiveAccountRow): LiveAccountRow => ({ ...row, phone: maskedPhone(row.phone) })
const named = ({ nickname, account_id }: LiveAccountRow) => ({
  target: nickname,
  target_id: account_id,
})

export const liveAccountRoutes = (accounts: LiveAccountService, sms: SmsService) =>
  implement(liveAccountApi, {
    list: accounts.listed,
    add: async ({ input, actor, audit }) => {
      const added = await accounts.add(actor, input)
      audit({ ...named(added.account), after: kept(added.account) })
      return added
    },
    update: async ({ input, actor, audit }) => {
      const { before, after } = await accounts.update(actor, input)
      audit({ ...named(after), before: kept(before), after: kept(after) })
      return after
    },
    delete: async ({ input, actor, audit }) => {
      const row = await accounts.remove(actor, input.account_id)
      audit({ ...named(row), before: kept(row) })
      return row
    },
    restore: async ({ input, actor, audit }) => {
      const row = await accounts.restore(actor, input)
      audit({ ...named(row), after: kept(row) })
      return row
    },
    saveLottery: async ({ input, actor, audit }) => {
      const { before, after } = await accounts.saveLottery(actor, input)
      audit({ ...named(after), before: kept(before), after: kept(after) })
      return after
    },
    push: async ({ input, actor, audit }) => {
      const { row, push } = await accounts.renewPush(actor, input.account_id)
      audit(named(row))
      return push
    },
    ...sms.routes,
  })
