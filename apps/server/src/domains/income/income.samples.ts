import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import type { OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

/** A gift that was refused and can be booked by now. */
async function refusedOf({ db, platform }: TestServer, { room, account }: OnAir) {
  const event = giftEvent(room.room_code)
  const now = platform.clock.now()
  const { id } = await db.query
    .insertInto('refused_event')
    .values({
      key: event.event_id,
      org_id: room.org_id,
      room_id: room.id,
      run_id: null,
      account_id: account.account_id,
      pc_id: null,
      source: event.source,
      event_id: event.event_id,
      kind: event.kind,
      open_id: event.user?.open_id ?? '',
      nickname: event.user?.nickname ?? '',
      gift_id: null,
      gift_name: null,
      fen: 1_000,
      count: 1,
      raw_json: JSON.stringify(event),
      code: 'no_room',
      reason: '直播账号没有绑定直播间',
      at: event.at,
      received_at: now,
      seen: 1,
      seen_at: now,
      state: 'open',
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { event, id: String(id) }
}

const open = async (server: TestServer, air: OnAir) => ({ id: (await refusedOf(server, air)).id })
const note = '重复推送'

export const incomeSamples: DomainSamples = {
  async rows(server, org_id) {
    const air = await buildOnAir(server.platform, { org_id })
    const { event } = await refusedOf(server, air)
    return [air.run.run_id, event.event_id]
  },
  calls: {
    'income.live': nothing,
    'income.days': nothing,
    'income.giftEvents': {
      input: ({ own }) => ({ run_id: own.run.run_id }),
      foreign: ({ foreign }) => ({ run_id: foreign.run.run_id }),
    },
    'income.refused': nothing,
    'income.admit': {
      input: ({ server, own }) => open(server, own),
      foreign: ({ server, foreign }) => open(server, foreign),
    },
    'income.dismiss': {
      input: async ({ server, own }) => ({ ...(await open(server, own)), note }),
      foreign: async ({ server, foreign }) => ({ ...(await open(server, foreign)), note }),
    },
  },
}
