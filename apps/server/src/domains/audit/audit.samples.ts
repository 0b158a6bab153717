import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

export const auditSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: { 'audit.list': nothing, 'audit.actions': nothing, 'audit.people': nothing },
}
