import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

export const systemSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    // Servers are shared by all organisations; the matrix calls as somebody who sees one of them.
    'system.state': { ...nothing, code: 1003 },
  },
}
