import type { DomainSamples } from '@kaibo/testkit/rights.ts'

const ofRoom = ({ room_code }: { room_code: string }) => ({ room_code })

export const stageSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'stage.view': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
    'stage.preview': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
    'stage.renewPreview': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
    'stage.renew': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
  },
}
