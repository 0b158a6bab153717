import { implement } from '#platform/http/implement.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { Income } from './income.service.ts'

export const incomeRoutes = (income: Income) =>
  implement(incomeApi, {
    live: async ({ input, actor, origin }) =>
      input.export
        ? income.exportRuns(actor.scope, input, origin.lang)
        : income.runs(actor.scope, input),
    days: async ({ input, actor }) => ({ list: await income.days(actor.scope, input) }),
    giftEvents: ({ input, actor }) => income.giftEvents(actor.scope, input),
  })
