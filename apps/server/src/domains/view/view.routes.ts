import { viewApi } from '@kaibo/contract/view/view.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { ViewService } from './view.service.ts'

export const viewRoutes = (views: ViewService): Implementation[] =>
  implement(viewApi, {
    list: async ({ input, actor }) => ({ list: await views.list(actor, input.list) }),
    save: async ({ input, actor, audit }) => {
      const { before, after } = await views.save(actor, input)
      audit({ target: after.name, target_id: after.id, before, after })
      return after
    },
    remove: async ({ input, actor, audit }) => {
      const before = await views.remove(actor, input.id)
      audit({ target: before.name, target_id: input.id, before })
      return null
    },
  })
