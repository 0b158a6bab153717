import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Login } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import type { PushScenario } from './push.fixture.ts'

/** Guilds of their own, with somebody each who decides on what was refused. */
export function refusedScenario(here: PushScenario) {
  let orgs = 0
  const guild = () => buildOnAir(here.server.platform, { org_id: `org-${++orgs}` })
  const keeper = (org_id: string): Promise<Login> =>
    here.server.login('guild', { org_id, extra_actions: ['income.operate'] })

  return {
    guild,
    keeper,
    list: (as: Login, input: InputOf<typeof incomeApi.refused> = {}) =>
      here.server.call(incomeApi.refused, input, as),
    admit: (as: Login, id: string | undefined) =>
      here.server.call(incomeApi.admit, { id: id ?? '' }, as),
    dismiss: (as: Login, id: string | undefined, note = '重复推送') =>
      here.server.call(incomeApi.dismiss, { id: id ?? '', note }, as),

    entries: (org_id: string) =>
      here.server.db.query
        .selectFrom('ledger_entry')
        .select(['fen', 'day', 'run_id', 'room_id'])
        .where('org_id', '=', org_id)
        .orderBy('id')
        .execute(),

    /** A gift that a PC sends of a room which is bound to none. */
    unbound: async () => {
      const air = await guild()
      const { org_id } = air.room
      const loose = await buildRoom(here.server.platform, { org_id })
      const event = giftEvent(loose.room_code, {
        gift: { fen: 880, count: 8 },
        raw: { cmd: 'GIFT' },
      })
      const { ingest } = here.server.app
      const store = () =>
        ingest.storeSpool(air.pc.id, `s-${org_id}`, 1, [
          { type: 'event', run_id: null, event },
          { type: 'event', run_id: null, event: danmuEvent(loose.room_code) },
        ])
      const bind = () =>
        here.server.db.query
          .updateTable('room')
          .set({ pc_id: air.pc.id })
          .where('id', '=', loose.id)
          .execute()
      return { air, loose, event, store, bind, as: await keeper(org_id) }
    },
  }
}
