import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { AccountService, Changed } from './account.service.ts'

export const accountRoutes = (accounts: AccountService): Implementation[] =>
  implement(accountApi, {
    list: async ({ input, actor, origin }) =>
      input.export ? accounts.export(actor, input, origin.lang) : accounts.list(actor, input),
    add: async ({ input, actor, audit }) => {
      audit({ target: input.username })
      const after = await accounts.add(actor, input)
      audit({ after })
      return after
    },
    edit: async ({ input, actor, audit }) => answer(await accounts.edit(actor, input), audit),
    enable: async ({ input, actor, audit }) =>
      answer(await accounts.enable(actor, input.uid, input.enabled), audit),
    removeBind: async ({ input, actor, audit }) =>
      answer(await accounts.removeBind(actor, input.uid, input.bind), audit),
    reset: async ({ input, actor, audit }) => {
      const { username, ...answered } = await accounts.reset(actor, input.uid)
      audit({ target: username })
      return answered
    },
  })

function answer({ before, after }: Changed, audit: (detail: object) => void) {
  audit({ target: after.username, before, after })
  return after
}
