import { groupApi } from '@kaibo/contract/group/group.api.ts'
import type { Why } from '@kaibo/contract/group/group.schema.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { implement } from '#platform/http/implement.ts'
import type { GroupService } from './group.service.ts'

type WhyNot = (actor: Actor, about: { menu?: string; action?: string }, lang: Lang) => Promise<Why>

export const groupRoutes = (groups: GroupService, whyNot: WhyNot) =>
  implement(groupApi, {
    list: groups.listed,
    all: async ({ actor, origin }) => ({ list: await groups.options(actor, origin.lang) }),
    ghlist: async ({ actor, origin }) => ({
      list: await groups.options(actor, origin.lang, 'guild'),
    }),
    save: groups.wrote(groups.save),
    enable: groups.wrote(groups.enable),
    view: ({ input, actor, origin }) => groups.view(actor, input.id, origin.lang),
    why: ({ input, actor, origin }) => whyNot(actor, input, origin.lang),
  })
