import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

const address = 'https://kaibo.example.com'

export const monitorSamples: DomainSamples = {
  rows: async ({ platform }, org_id) => [(await buildPc(platform, { org_id })).id],
  calls: {
    'monitor.enrolCode': {
      async input({ server }) {
        await server.call(monitorApi.editPublicAddress, { address }, await server.login('admin'))
        return { name: '新PC' }
      },
      foreign: ({ foreign }) => ({ pc_id: foreign.pc.id }),
    },
    'monitor.publicAddress': nothing,
    // The address belongs to the whole installation; the matrix calls as somebody who sees one organisation.
    'monitor.editPublicAddress': { ...nothing, input: () => ({ address }), code: 1003 },
    'agent.enrol': { ...nothing, code: 1001 },
  },
}
