import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

let orgs = 0
const draft = () => ({ name: `改名公会${++orgs}`, nickname: '会长' })

export const orgSamples: DomainSamples = {
  // The organisation itself is the row, found by its id.
  rows: async (_, org_id) => [org_id],
  calls: {
    'org.list': nothing,
    // Refused: accounts that see one organisation cannot add others.
    'org.add': {
      ...nothing,
      input: () => ({ ...draft(), username: `org-${orgs}`, password: 'three bridges 26' }),
      code: 1001,
    },
    'org.edit': {
      input: ({ org_id }) => ({ ...draft(), id: org_id, version: 1 }),
      foreign: ({ foreign }) => ({ ...draft(), id: foreign.room.org_id, version: 1 }),
    },
    'org.enable': {
      input: ({ org_id }) => ({ id: org_id, enabled: 1 }),
      foreign: ({ foreign }) => ({ id: foreign.room.org_id, enabled: 1 }),
    },
  },
}
