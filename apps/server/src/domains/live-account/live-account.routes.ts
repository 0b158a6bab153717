import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { LiveAccountService } from './live-account.service.ts'

export const liveAccountRoutes = (accounts: LiveAccountService): Implementation[] =>
  implement(liveAccountApi, {
    list: ({ input, actor }) => accounts.list(actor.scope, input),
    add: async ({ input, actor, audit }) => {
      const added = await accounts.add(actor, input)
      audit({ target: added.account.account_id, after: added.account })
      return added
    },
  })
