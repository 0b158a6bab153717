import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildPlan, planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { nothing, type DomainSamples, type Sample, type Scenario } from '@kaibo/testkit/rights.ts'

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

const roomOf = async ({ server, org_id, foreign }: Scenario, of: 'own' | 'foreign') => {
  const of_org = of === 'own' ? org_id : foreign.room.org_id
  return (await buildRoom(server.platform, { org_id: of_org })).room_code
}

const planOf = async (scenario: Scenario, of: 'own' | 'foreign') => ({
  id: (await buildPlan(scenario.server, await roomOf(scenario, of))).id,
})

const WEEK_MS = 7 * 86_400_000
const weekOf = ({ server }: Scenario) => ({
  from: server.clock.now(),
  to: server.clock.now() + WEEK_MS,
})
const week: Sample = {
  input: weekOf,
  foreign: (scenario) => ({ ...weekOf(scenario), room_code: scenario.foreign.room.room_code }),
}

const oneFile: Sample = {
  input: () => ({ name: '片头', upload_id: 'none' }),
  foreign: 'names no row',
  code: 1001,
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
    'legacy.planList': week,
    'legacy.addPlan': {
      input: async (scenario) => planDraft(await roomOf(scenario, 'own')),
      foreign: async (scenario) => planDraft(await roomOf(scenario, 'foreign')),
    },
    'legacy.deletePlan': {
      input: (scenario) => planOf(scenario, 'own'),
      foreign: (scenario) => planOf(scenario, 'foreign'),
    },
    // An upload is its uploader's; the matrix has sent no sound.
    'legacy.addAudio': oneFile,
    'legacy.createMaterial': oneFile,
    'legacy.detail': {
      input: ({ own }) => ({ room_code: own.room.room_code }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
    },
  },
}
