import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'

let numbers = 0
const draft = (studio_id: string) => ({
  name: '回收一号',
  holder: '王五',
  bank: '招商银行',
  account_no: `62220000${++numbers}`,
  studio_id,
})

async function accountOf(server: TestServer, org_id: string) {
  await server.db.query.updateTable('org').set({ is_studio: 1 }).where('id', '=', org_id).execute()
  const finance = await server.login('finance')
  const { data } = await server.call(commissionApi.saveAccount, draft(org_id), finance)
  const { id, version } = data
  return { id, version }
}

/** A call on an account of the caller's studio, and the same on one of the other. */
const onAccount = (call: (id: string, version: number, studio_id: string) => object): Sample => {
  const on = async (server: TestServer, org_id: string, own = org_id) => {
    await accountOf(server, own)
    const { id, version } = await accountOf(server, org_id)
    return call(id, version, own)
  }
  return {
    as: 'studio',
    input: ({ server, org_id }) => on(server, org_id),
    foreign: ({ server, org_id, foreign }) => on(server, foreign.room.org_id, org_id),
  }
}

export const commissionSamples: DomainSamples = {
  rows: async (server, org_id) => [(await accountOf(server, org_id)).id],
  calls: {
    'commission.accounts': { ...nothing, as: 'studio' },
    'commission.saveAccount': onAccount((id, version, studio_id) => ({
      ...draft(studio_id),
      id,
      version,
    })),
    'commission.enableAccount': onAccount((id) => ({ id, enabled: 0 })),
  },
}
