import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { implement } from '#platform/http/implement.ts'
import type { LiveAccountService } from './live-account.service.ts'

export const liveAccountRoutes = (accounts: LiveAccountService) =>
  implement(liveAccountApi, {
    list: accounts.listed,
    add: async ({ input, actor, audit }) => {
      const added = await accounts.add(actor, input)
      const { account_id, nickname } = added.account
      audit({ target: nickname, target_id: account_id, after: added.account })
      return added
    },
  })
