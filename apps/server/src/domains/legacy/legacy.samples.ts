import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { nothing, type DomainSamples, type Scenario } from '@kaibo/testkit/rights.ts'

const drafted = async ({ server, org_id, foreign }: Scenario, of: 'own' | 'foreign') => {
  const of_org = of === 'own' ? org_id : foreign.room.org_id
  const { account_id } = await buildLiveAccount(server.platform, { org_id: of_org })
  return { name: '新直播间', account_id }
}

const edited = async ({ server, org_id, foreign }: Scenario, of: 'own' | 'foreign') => {
  const of_org = of === 'own' ? org_id : foreign.room.org_id
  const { room_code, account_id } = await buildRoom(server.platform, { org_id: of_org })
  return { room_code, version: 1, name: '改名', account_id }
}

export const legacySamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'legacy.wsInfo': nothing,
    'legacy.createRoom': {
      input: (scenario) => drafted(scenario, 'own'),
      foreign: (scenario) => drafted(scenario, 'foreign'),
      foreignCode: 1001,
    },
    'legacy.updateRoom': {
      input: (scenario) => edited(scenario, 'own'),
      foreign: (scenario) => edited(scenario, 'foreign'),
    },
    'legacy.detail': {
      input: ({ own }) => ({ room_code: own.room.room_code }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
    },
  },
}
