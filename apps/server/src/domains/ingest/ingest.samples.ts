import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

/** Platforms push without a login; what they push must be signed. */
export const ingestSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'ingest.events': { ...nothing, code: 1002 },
    'ingest.douyin': { ...nothing, code: 1005 },
  },
}
