import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { buildPlan, planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import type { DomainSamples, Scenario } from '@kaibo/testkit/rights.ts'

const WEEK_MS = 7 * 86_400_000

const room = async ({ server, own, foreign }: Scenario, of: 'own' | 'foreign') => {
  const { org_id } = { own, foreign }[of].room
  return (await buildRoom(server.platform, { org_id })).room_code
}

const named = async (scenario: Scenario, of: 'own' | 'foreign') => ({
  id: (await buildPlan(scenario.server, await room(scenario, of))).id,
})

async function deleted(scenario: Scenario, of: 'own' | 'foreign') {
  const { server } = scenario
  const { id } = await named(scenario, of)
  await server.call(planApi.delete, { id }, await server.login('admin'))
  return { id, version: 1 }
}

const week = ({ server }: Scenario) => ({
  from: server.clock.now(),
  to: server.clock.now() + WEEK_MS,
})

const settings = (room_code: string) => ({ room_code, version: 0, plans_on: true })

export const planSamples: DomainSamples = {
  async rows(server, org_id) {
    const { room_code } = await buildRoom(server.platform, { org_id })
    const { id, name } = await buildPlan(server, room_code)
    return [id, name, room_code]
  },
  calls: {
    'plan.list': {
      input: week,
      foreign: ({ foreign, ...scenario }) => ({
        ...week({ foreign, ...scenario }),
        room_code: foreign.room.room_code,
      }),
    },
    'plan.add': {
      input: async (scenario) => planDraft(await room(scenario, 'own')),
      foreign: async (scenario) => planDraft(await room(scenario, 'foreign')),
    },
    'plan.delete': {
      input: (scenario) => named(scenario, 'own'),
      foreign: (scenario) => named(scenario, 'foreign'),
    },
    'plan.restore': {
      input: (scenario) => deleted(scenario, 'own'),
      foreign: (scenario) => deleted(scenario, 'foreign'),
    },
    'plan.settings': {
      input: async (scenario) => settings(await room(scenario, 'own')),
      foreign: ({ foreign }) => settings(foreign.room.room_code),
    },
  },
}
