import type { TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount } from '@kaibo/testkit/build/account.build.ts'
import { nothing, type DomainSamples, type Scenario, type Sample } from '@kaibo/testkit/rights.ts'

let people = 0
const username = () => `person-${++people}`

const colleague = (server: TestServer, org_id: string) =>
  buildAccount(server.app, 'guild', { org_id, username: username() })

/** A call on the account of a colleague, and the same on one of the other organisation. */
const onAccount = (more: object): Sample => ({
  input: async ({ server, org_id }) => ({ uid: await colleague(server, org_id), ...more }),
  foreign: async ({ server, foreign }) => ({
    uid: await colleague(server, foreign.room.org_id),
    ...more,
  }),
})

const person = { nickname: '新人', group_ids: ['guild'] }
const draft = () => ({ ...person, username: username(), password: 'three bridges 26' })

async function withPhone({ server }: Scenario, org_id: string) {
  const uid = await colleague(server, org_id)
  const { query } = server.db
  await query.updateTable('account').set({ phone: '13800000000' }).where('uid', '=', uid).execute()
  return { uid }
}

export const accountSamples: DomainSamples = {
  rows: async (server, org_id) => [await colleague(server, org_id)],
  calls: {
    'account.list': nothing,
    'account.add': {
      input: draft,
      foreign: ({ foreign }) => ({ ...draft(), org_id: foreign.room.org_id }),
    },
    'account.edit': onAccount({ ...person, version: 1 }),
    'account.enable': onAccount({ enabled: 0 }),
    'account.removeBind': {
      input: (scenario) => withPhone(scenario, scenario.org_id),
      foreign: (scenario) => withPhone(scenario, scenario.foreign.room.org_id),
    },
    'account.reset': onAccount({}),
  },
}
