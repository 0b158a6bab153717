import { viewApi } from '@kaibo/contract/view/view.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { ViewService } from './view.service.ts'

export const viewRoutes = (views: ViewService): Implementation[] =>
  implement(viewApi, {
    list: async ({ input, actor }) => ({ list: await views.list(actor, input.list) }),
    save: async ({ input, actor, audit }) => {
      const { before, after } = await views.save(actor, input)
      audit({ target: after.id, before, after })
      return after
    },
    remove: async ({ input, actor, audit }) => {
      audit({ target: input.id, before: await views.remove(actor, input.id) })
      return null
    },
  })
