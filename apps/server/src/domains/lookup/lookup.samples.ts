import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

export const lookupSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'lookup.platforms': nothing,
    'lookup.liveAccounts': nothing,
    'lookup.pcs': nothing,
    'lookup.orgs': nothing,
    'lookup.areas': nothing,
  },
}
