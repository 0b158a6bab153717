import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { implement } from '#platform/http/implement.ts'
import type { Audit } from './audit.service.ts'

export const auditRoutes = (audit: Audit) =>
  implement(auditApi, {
    list: async ({ input, actor, origin, signal }) =>
      input.export
        ? audit.exportRows(actor.scope, input, origin.lang, { signal })
        : audit.list(actor.scope, input, origin.lang, { signal }),
    actions: async ({ origin }) => ({ list: audit.actions(origin.lang) }),
    people: async ({ actor }) => ({ list: await audit.people(actor.scope) }),
  })
