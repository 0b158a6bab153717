import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { giftEvent, partnerGift } from '@kaibo/testkit/build/event.build.ts'
import { MAX_EVENT_FEN } from '@kaibo/contract/live/event.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { PushScenario } from './push.fixture.ts'
import { refusedScenario } from './refused.fixture.ts'

const here = new PushScenario()
const { guild, keeper, list, dismiss, unbound } = refusedScenario(here)

describe('a refused money event', () => {
  test('is kept with who, what and why; what carries no money is not', async () => {
    const { air, event, store, as } = await unbound()
    expect((await store()).refused).toHaveLength(2)
    const { data } = await list(as)
    expect(data).toMatchObject({ total: 1, open: { count: 1, claimed_fen: 880 } })
    expect(data.list).toMatchObject([
      {
        org: { id: air.room.org_id },
        room: null,
        account: null,
        pc: { pc_id: air.pc.id },
        source: 'bilibili',
        event_id: event.event_id,
        kind: 'gift',
        open_id: 'viewer-1',
        nickname: '观众一号',
        gift_name: '小花花',
        claimed_fen: 880,
        claimed_count: 8,
        code: 'other_pc',
        reason: '该直播间不属于这台 PC',
        at: TEST_NOW,
        received_at: TEST_NOW,
        seen: 1,
        state: 'open',
        decided_by: null,
      },
    ])
    expect(JSON.parse(data.list[0]?.raw ?? '')).toEqual({ type: 'event', run_id: null, event })
  })

  test('that is malformed is kept as far as it can be read', async () => {
    const { account, room } = here.air
    const as = await keeper(room.org_id)
    const bad = partnerGift(here.code, { event_id: 'bad', gift: { fen: 1.5 } })
    const odd = { ...partnerGift(here.code, { event_id: 'odd' }), at: '昨天', kind: 'gift\0' }
    await here.pushGeneric([bad, odd, 7, { kind: 'gift' }, null])
    const { data } = await list(as, { account_id: account.account_id, sort_dir: 0 })
    expect(data.list).toMatchObject([
      { event_id: 'bad', code: 'invalid', claimed_fen: null, claimed_count: 1, kind: 'gift' },
      { event_id: 'odd', code: 'invalid', claimed_fen: 1_000, at: null, kind: 'gift\uFFFD' },
      { event_id: null, source: null, kind: 'gift', nickname: '', open_id: null },
    ])
    expect(data.list[0]?.reason).toContain('金额不是一个有效的整数')
  })

  test('however large or deep it is costs a bounded row, and no other event', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`) as object
    const { account, room } = here.air
    const events = [
      { ...partnerGift(here.code, { event_id: 'deep' }), raw: deep },
      { ...partnerGift(here.code, { event_id: 'wide' }), raw: { a: 'x'.repeat(90_000) }, at: -1 },
      { ...partnerGift(here.code, { event_id: 'long' }), user: '长'.repeat(90_000) },
      partnerGift(here.code, { event_id: 'good' }),
    ]
    const { ingest } = here.server.app
    expect(await ingest.push(account.account_id, here.code, events)).toMatchObject({ accepted: 1 })
    const rows = (await list(await keeper(room.org_id), { account_id: account.account_id })).data
    expect(rows.list.map((row) => [row.event_id, row.raw.length < 20_000])).toEqual([
      ['long', true],
      ['wide', true],
      ['deep', true],
    ])
    expect(rows.list[1]?.raw).not.toContain('xxx')
    expect(rows.list[1]?.raw).toContain('小花花')
  })

  test('that claims what no event is worth stays out of the sum of claims', async () => {
    const { account, room } = await guild()
    const worth = (fen: number) => partnerGift(room.room_code, { gift: { fen } })
    const { MAX_SAFE_INTEGER } = Number
    await here.pushGeneric(
      [worth(MAX_SAFE_INTEGER), worth(MAX_SAFE_INTEGER), worth(-5), worth(MAX_EVENT_FEN + 1)],
      { key: account.push_key, room_code: room.room_code },
    )
    const answer = await list(await keeper(room.org_id))
    expect(answer.code).toBe(0)
    expect(answer.data.open).toEqual({ count: 4, claimed_fen: 0 })
    expect(answer.data.list.map((row) => row.claimed_fen)).toEqual([
      MAX_EVENT_FEN + 1,
      -5,
      MAX_SAFE_INTEGER,
      MAX_SAFE_INTEGER,
    ])
  })

  test('that comes again is the same row, seen once more', async () => {
    const other = await guild()
    const bad = partnerGift(other.room.room_code, { event_id: 'again', gift: { fen: -5 } })
    const push = () =>
      here.pushGeneric([bad, bad], {
        key: other.account.push_key,
        room_code: other.room.room_code,
      })
    await push()
    here.server.clock.advance(60_000)
    await push()
    here.server.clock.set(TEST_NOW)
    const { data } = await list(await keeper(other.room.org_id))
    expect(data.list).toMatchObject([
      { seen: 4, received_at: TEST_NOW, seen_at: TEST_NOW + 60_000 },
    ])
  })

  test('that one PC sends for two live accounts is two rows', async () => {
    const { air, as, bind, loose } = await unbound()
    await bind()
    const events = [air.room, loose].map(({ room_code }) => ({
      type: 'event' as const,
      run_id: null,
      event: giftEvent(room_code, { event_id: 'same', gift: { fen: -5 } }),
    }))
    await here.server.app.ingest.storeSpool(air.pc.id, 'two', 1, events)
    expect((await list(as)).data).toMatchObject({ total: 2 })
  })

  test('of a spool is acknowledged with its row, and without it not at all', async () => {
    const { store, as } = await unbound()
    const { db } = here.server
    await sql`alter table refused_event rename to away`.execute(db.query)
    await expect(store()).rejects.toThrow()
    await sql`alter table away rename to refused_event`.execute(db.query)
    expect(await store()).toMatchObject({ up_to: 2 })
    expect(await store()).toEqual({ up_to: 2, refused: [] })
    expect((await list(as)).data.list).toMatchObject([{ seen: 1 }])
  })

  test('is its own organisation’s alone', async () => {
    const { store } = await unbound()
    await store()
    const { data } = await list(await keeper((await guild()).room.org_id))
    expect(data).toEqual({ list: [], total: 0, open: { count: 0, claimed_fen: 0 } })
  })

  test('filters and counts', async () => {
    const air = await guild()
    const as = await keeper(air.room.org_id)
    const { room_code } = air.room
    const bad = (event_id: string, fen: number) =>
      partnerGift(room_code, { event_id, source: 'simulator', gift: { fen } })
    await here.pushGeneric([bad('a', 100), bad('b', 300), bad('c', 200)], {
      key: air.account.push_key,
      room_code,
    })
    const [top] = (await list(as, { sort_by: 'claimed_fen', page_size: 1 })).data.list
    expect(top).toMatchObject({ event_id: 'b', room: { room_code }, claimed_fen: 300 })
    await dismiss(as, top?.id)
    const open = { count: 2, claimed_fen: 300 }
    expect((await list(as, { state: 'dismissed' })).data).toMatchObject({ total: 1, open })
    expect((await list(as, { state: 'open', room_code })).data).toMatchObject({ total: 2, open })
    expect((await list(as, { keyword: 'simul' })).data).toMatchObject({ total: 3, open })
    expect((await list(as, { code: 'other_pc' })).data).toMatchObject({ total: 0 })
    expect((await list(as, { day_to: '2026-03-01' })).data).toMatchObject({ total: 0 })
    expect((await list(as, { day_from: '2026-03-02' })).data).toMatchObject({ total: 3 })
  })
})
