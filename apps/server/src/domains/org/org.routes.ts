import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Changed, OrgService } from './org.service.ts'

export const orgRoutes = (orgs: OrgService): Implementation[] =>
  implement(orgApi, {
    list: ({ input, actor }) => orgs.list(actor, input),
    add: async ({ input, actor, audit }) => {
      audit({ target: input.name })
      const after = await orgs.add(actor, input)
      audit({ after })
      return after
    },
    edit: async ({ input, actor, audit }) => answer(await orgs.edit(actor, input), audit),
    enable: async ({ input, actor, audit }) =>
      answer(await orgs.enable(actor, input.id, input.enabled), audit),
  })

function answer({ before, after }: Changed, audit: (detail: object) => void) {
  audit({ target: after.name, before, after })
  return after
}
