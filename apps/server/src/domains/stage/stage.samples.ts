import type { DomainSamples } from '@kaibo/testkit/rights.ts'
import { defaultAnchor } from './stage.anchor.default.ts'

const ofRoom = ({ room_code }: { room_code: string }) => ({ room_code })

export const stageSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'stage.anchor': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
    'stage.saveAnchor': {
      input: ({ own }) => ({ ...ofRoom(own.room), version: 0, ...defaultAnchor }),
      foreign: ({ foreign }) => ({ ...ofRoom(foreign.room), version: 0, ...defaultAnchor }),
    },
    'stage.assets': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
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
