import { groupApi } from '@kaibo/contract/group/group.api.ts'
import type { Why } from '@kaibo/contract/group/group.schema.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Changed, GroupService } from './group.service.ts'

type WhyNot = (actor: Actor, about: { menu?: string; action?: string }) => Promise<Why>

export const groupRoutes = (groups: GroupService, whyNot: WhyNot): Implementation[] =>
  implement(groupApi, {
    list: ({ input, actor }) => groups.list(actor, input),
    all: async ({ actor, origin }) => ({ list: await groups.options(actor, origin.lang) }),
    ghlist: async ({ actor, origin }) => ({
      list: await groups.options(actor, origin.lang, 'guild'),
    }),
    save: async ({ input, actor, audit }) => {
      audit({ target: input.name })
      return answer(await groups.save(actor, input), audit)
    },
    enable: async ({ input, actor, audit }) =>
      answer(await groups.enable(actor, input.id, input.enabled), audit),
    view: ({ input, actor, origin }) => groups.view(actor, input.id, origin.lang),
    why: ({ input, actor }) => whyNot(actor, input),
  })

function answer({ before, after }: Changed, audit: (detail: object) => void) {
  audit({ target: after.name, before: before ?? undefined, after })
  return after
}
