import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

const draft = { list: 'room', name: '在播的', state: { search: 'status=2' } }

/** A personal view, which nobody else sees. */
async function viewOf({ platform }: TestServer, uid: string) {
  const now = platform.clock.now()
  const id = platform.ids.next(now)
  const view = { id, uid, list: 'room', name: '别人的', group_id: null, opens: IsOrNot.not }
  const saved = { ...view, created_at: now, updated_at: now, state_json: '{"search":""}' }
  await platform.db.query.insertInto('saved_view').values(saved).execute()
  return { id }
}

export const viewSamples: DomainSamples = {
  rows: async (server, org_id) => [(await viewOf(server, `somebody of ${org_id}`)).id],
  calls: {
    'view.list': { ...nothing, input: () => ({ list: 'room' }) },
    'view.save': {
      input: () => draft,
      foreign: () => ({ ...draft, group_id: 'admin' }),
      foreignCode: 1003,
    },
    // Only the person who saved a view may remove it; the matrix has no view of its caller.
    'view.remove': {
      input: () => ({ id: 'no-such-view' }),
      code: 1005,
      foreign: ({ server, foreign }) => viewOf(server, foreign.account.account_id),
    },
  },
}
