import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { implement } from '#platform/http/implement.ts'
import type { AccountService } from './account.service.ts'

export const accountRoutes = (accounts: AccountService) =>
  implement(accountApi, {
    list: accounts.listed,
    add: accounts.wrote(accounts.add),
    edit: accounts.wrote(accounts.edit),
    enable: accounts.wrote(accounts.enable),
    removeBind: accounts.wrote(accounts.removeBind),
    reset: async ({ input, actor, audit }) => {
      const { username, ...answered } = await accounts.reset(actor, input)
      audit({ target: username, target_id: input.uid })
      return answered
    },
  })
