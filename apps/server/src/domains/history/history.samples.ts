import type { DomainSamples, Sample } from '@kaibo/testkit/rights.ts'

/** On a room, which the people of a guild may see. */
const ofRoom = (more: object): Pick<Sample, 'input' | 'foreign'> => ({
  input: ({ own }) => ({ kind: 'room', id: own.room.room_code, ...more }),
  foreign: ({ foreign }) => ({ kind: 'room', id: foreign.room.room_code, ...more }),
})

export const historySamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'history.list': ofRoom({}),
    // Nothing has been written to it by a call.
    'history.version': { ...ofRoom({ seq: 1 }), code: 1005 },
  },
}
