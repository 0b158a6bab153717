import type { DomainSamples } from '@kaibo/testkit/rights.ts'

export const searchSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'search.find': {
      input: ({ own }) => ({ keyword: own.room.room_code }),
      // It names no row by its key: one that it may not see is not found.
      foreign: ({ foreign }) => ({ keyword: foreign.room.room_code }),
      foreignCode: 0,
    },
  },
}
