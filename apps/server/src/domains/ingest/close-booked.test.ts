import { describe, expect, test } from 'vitest'
import { partnerGift } from '@kaibo/testkit/build/event.build.ts'
import { PushScenario } from './push.fixture.ts'
import { refusedScenario } from './refused.fixture.ts'

const here = new PushScenario()
const { guild, keeper, list, admit, entries, unbound } = refusedScenario(here)

const statesOf = (org_id: string) =>
  here.server.db.query
    .selectFrom('refused_event')
    .select(['state', 'note', 'code'])
    .where('org_id', '=', org_id)
    .orderBy('id')
    .execute()

describe('a refusal of what is in the books', () => {
  test('is closed with the gift that is booked after it', async () => {
    const { air, event, store, bind, as } = await unbound()
    await store()
    await bind()
    const told: string[] = []
    here.server.app.ingest.onRefused((rows) => told.push(...rows.map(({ org_id }) => org_id)))
    await here.server.app.ingest.storeSpool(air.pc.id, 'other', 1, [
      { type: 'event', run_id: null, event },
    ])
    const closed = { state: 'admitted', note: '再次收到时已入账' }
    expect(await statesOf(air.room.org_id)).toMatchObject([closed])
    expect(told).toEqual([air.room.org_id])
    expect((await list(as)).data).toMatchObject({
      open: { count: 0 },
      list: [{ ...closed, decided_by: null }],
    })
  })

  test('is closed as it comes, where the gift was booked before it', async () => {
    const { account, room } = await guild()
    const other = await guild()
    const event = partnerGift(room.room_code)
    const push = (room_code: string) =>
      here.pushGeneric([event], { key: account.push_key, room_code })
    await push(room.room_code)
    await push(other.room.room_code)
    expect(await statesOf(room.org_id)).toMatchObject([{ state: 'admitted', code: 'no_room' }])
  })

  test('is closed by another sender’s that is admitted', async () => {
    const { air, event, store, bind, as } = await unbound()
    await store()
    await here.server.app.ingest.push(air.account.account_id, 'NONE2345', [event]).catch(() => {})
    const { list: rows } = (await list(as)).data
    expect(rows.map(({ code }) => code)).toEqual(['no_room', 'other_pc'])
    await bind()
    await here.server.db.query
      .updateTable('room')
      .set({ account_id: air.account.account_id })
      .where('room_code', '=', event.room_code)
      .execute()
    expect((await admit(as, rows[1]?.id)).data).toMatchObject({ outcome: 'booked' })
    expect(await statesOf(air.room.org_id)).toMatchObject([
      { state: 'admitted', note: null },
      { state: 'admitted', note: '再次收到时已入账' },
    ])
    expect(await entries(air.room.org_id)).toHaveLength(1)
  })

  test('stays open where it says something else, if of the same worth', async () => {
    const { account, room } = await guild()
    const as = await keeper(room.org_id)
    const push = (event: object) =>
      here.pushGeneric([event], { key: account.push_key, room_code: room.room_code })
    await push(partnerGift(room.room_code, { event_id: 'a' }))
    await push(partnerGift(room.room_code, { event_id: 'a', gift: { id: 'another' } }))
    await push(partnerGift(room.room_code, { event_id: 'a', kind: 'guard' }))
    await push(partnerGift(room.room_code, { event_id: 'a' }))
    expect((await list(as)).data.open).toEqual({ count: 2, claimed_fen: 2_000 })
    expect(await statesOf(room.org_id)).toMatchObject([{ state: 'open' }, { state: 'open' }])
  })

  test('stays open while another organisation alone has booked it', async () => {
    const { room, account } = await guild()
    const other = await guild()
    const event = partnerGift(room.room_code, { event_id: 'shared' })
    await here.pushGeneric([event], { key: account.push_key, room_code: other.room.room_code })
    const theirs = { ...event, room_code: other.room.room_code }
    await here.pushGeneric([theirs], {
      key: other.account.push_key,
      room_code: other.room.room_code,
    })
    expect(await statesOf(room.org_id)).toMatchObject([{ state: 'open', code: 'no_room' }])
  })
})
