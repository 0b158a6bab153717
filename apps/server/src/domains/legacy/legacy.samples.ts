import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

export const legacySamples: DomainSamples = {
  rows: 'has none of its own',
  calls: { 'legacy.wsInfo': nothing },
}
