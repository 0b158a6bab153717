import { agentApi } from '@kaibo/contract/agent/enrol.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { MonitorService } from './monitor.service.ts'

export const monitorRoutes = (monitor: MonitorService): Implementation[] => [
  ...implement(monitorApi, {
    enrolCode: async ({ input, actor, origin, audit }) => {
      const enrol = await monitor.enrolCode(actor, input, {
        ownAddress: origin.ownAddress(),
        lang: origin.lang,
      })
      const { pc_id, name, expires_at } = enrol
      audit({ target: name, target_id: pc_id, after: { name, expires_at } })
      return enrol
    },
    publicAddress: ({ actor, origin }) => monitor.publicAddress(actor, origin.listeningAddresses()),
    editPublicAddress: async ({ input, actor, audit }) => {
      const before = await monitor.editPublicAddress(actor, input.address)
      audit({ target: input.address, before: { address: before ?? null }, after: input })
      return input
    },
  }),
  ...implement(agentApi, {
    enrol: async ({ input, origin, audit }) => {
      const enrolled = await monitor.enrol(input, origin.ip)
      const { pc_id, name } = enrolled
      audit({
        actor: { uid: pc_id, username: name },
        target: name,
        target_id: pc_id,
        after: { name },
      })
      return enrolled
    },
  }),
]
