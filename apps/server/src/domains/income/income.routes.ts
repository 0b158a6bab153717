import { implement } from '#platform/http/implement.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { Income } from './income.service.ts'
import type { Refused } from './refused.service.ts'

export const incomeRoutes = (income: Income, refused: Refused) =>
  implement(incomeApi, {
    live: async ({ input, actor, origin, signal }) =>
      input.export
        ? income.exportRows(actor.scope, input, origin.lang, { signal })
        : income.live(actor.scope, input, { signal }),
    days: async ({ input, actor, signal }) => ({
      list: await income.days(actor.scope, input, { signal }),
    }),
    giftEvents: ({ input, actor, signal }) => income.giftEvents(actor.scope, input, { signal }),
    refused: ({ input, actor, signal }) => refused.list(actor, input, { signal }),
    async admit({ input, actor, audit }) {
      const { outcome, fen, before, after } = await refused.admit(actor, input.id)
      audit({
        target: nameOf(after),
        target_id: after.id,
        before: stateOf(before),
        after: stateOf(after),
      })
      return { outcome, fen, row: after }
    },
    async dismiss({ input, actor, audit }) {
      const { before, after } = await refused.dismiss(actor, input.id, input.note)
      const changed = { before: stateOf(before), after: stateOf(after) }
      audit({ target: nameOf(after), target_id: after.id, ...changed, reason: input.note })
      return after
    },
  })

type Row = Awaited<ReturnType<Refused['dismiss']>>['after']

const nameOf = ({ source, event_id, id }: Row) => `${source ?? ''} ${event_id ?? id}`.trim()
const stateOf = ({ state, claimed_fen, nickname, reason }: Row) => ({
  state,
  claimed_fen,
  nickname,
  reason,
})
