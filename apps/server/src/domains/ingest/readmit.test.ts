import { describe, expect, test } from 'vitest'
import { partnerGift } from '@kaibo/testkit/build/event.build.ts'
import { buildRun } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { ago, gift, PushScenario } from './push.fixture.ts'
import { refusedScenario } from './refused.fixture.ts'

const here = new PushScenario()
const { guild, keeper, list, admit, dismiss, entries, unbound } = refusedScenario(here)
const byNumber = (a: number, b: number) => a - b

describe('admitting', () => {
  test('once what stood in the way is mended it is booked by when it happened, once', async () => {
    const { air, loose, event, store, bind, as } = await unbound()
    await store()
    const [row] = (await list(as)).data.list
    expect(await admit(as, row?.id)).toMatchObject({
      code: 1006,
      msg: '仍不能入账：该直播间不属于这台 PC',
    })
    expect(await entries(air.room.org_id)).toEqual([])
    await bind()
    here.server.clock.advance(86_400_000)
    const { data } = await admit(await keeper(air.room.org_id), row?.id)
    here.server.clock.set(TEST_NOW)
    expect(data).toMatchObject({
      outcome: 'booked',
      fen: 880,
      row: { state: 'admitted', decided_at: TEST_NOW + 86_400_000 },
    })
    expect(await entries(air.room.org_id)).toEqual([
      { fen: 880, day: '2026-03-02', run_id: null, room_id: loose.id },
    ])
    const gifts = here.server.db.query.selectFrom('gift_event').selectAll()
    expect(await gifts.where('event_id', '=', event.event_id).execute()).toMatchObject([
      { received_at: TEST_NOW, count: 8, raw_json: '{"cmd":"GIFT"}' },
    ])
    expect(await admit(as, row?.id)).toMatchObject({ code: 1006, msg: '这条记录已处理，请刷新' })
    expect((await list(as)).data.open).toEqual({ count: 0, claimed_fen: 0 })
  })

  test('by several at once it is booked once', async () => {
    const { air, store, bind, as } = await unbound()
    await store()
    await bind()
    const [row] = (await list(as)).data.list
    const answers = await Promise.all(Array.from({ length: 6 }, () => admit(as, row?.id)))
    expect(answers.map(({ code }) => code).sort(byNumber)).toEqual([
      0, 1006, 1006, 1006, 1006, 1006,
    ])
    expect(await entries(air.room.org_id)).toHaveLength(1)
  })

  test('after it came again and was booked, nothing is added', async () => {
    const { air, event, store, bind, as } = await unbound()
    await store()
    const [row] = (await list(as)).data.list
    await bind()
    await here.server.app.ingest.storeSpool(air.pc.id, 'other', 1, [
      { type: 'event', run_id: null, event },
    ])
    // As where two servers take in the event and its refusal at once, and neither sees the other's.
    await here.server.db.query
      .updateTable('refused_event')
      .set({ state: 'open' })
      .where('org_id', '=', air.room.org_id)
      .execute()
    expect((await admit(as, row?.id)).data).toMatchObject({ outcome: 'known', fen: 0 })
    expect(await entries(air.room.org_id)).toHaveLength(1)
  })

  test('with another amount than what stands, or in a platform’s name, it never is', async () => {
    const air = await guild()
    const as = await keeper(air.room.org_id)
    const { room_code } = air.room
    const to = { key: air.account.push_key, room_code }
    await here.pushGeneric([partnerGift(room_code, { event_id: 'x' })], to)
    await here.pushGeneric([partnerGift(room_code, { event_id: 'x', gift: { fen: 1 } })], to)
    await here.pushGeneric([partnerGift(room_code, { source: 'douyin' })], to)
    const { list: rows } = (await list(as)).data
    expect(rows.map(({ code }) => code)).toEqual(['reserved_source', 'other_amount'])
    const answers = []
    for (const { id } of rows) answers.push(await admit(as, id))
    expect(answers).toMatchObject([
      { code: 1006, msg: '对方冒用了系统保留的来源名称，须换名后重新推送，不能直接入账' },
      { code: 1006, msg: '仍不能入账：与先前收到的同一事件不符：金额¥10.00变为¥0.01' },
    ])
    expect(await entries(air.room.org_id)).toMatchObject([{ fen: 1_000 }])
    expect((await list(as)).data.open).toEqual({ count: 2, claimed_fen: 1_001 })
  })

  test('into the run that it happened in, though fifty have begun since', async () => {
    const { room, run, account } = here.air
    await here.server.db.query
      .updateTable('run')
      .set({ started_at: ago(600), ended_at: ago(500) })
      .where('run_id', '=', run.run_id)
      .execute()
    const other = await guild()
    const event = partnerGift(other.room.room_code, { event_id: 'late', at: ago(550) })
    // The room that it names is another guild's.
    const answer = await here.pushGeneric([event], { room_code: other.room.room_code })
    expect(answer.code).toBe(1005)
    for (let i = 0; i < 60; i++)
      await buildRun(here.server.platform, room, {
        started_at: ago(400 - i),
        ended_at: ago(400 - i),
      })
    const as = await keeper(room.org_id)
    const [row] = (await list(as, { account_id: account.account_id })).data.list
    expect(row).toMatchObject({ code: 'no_room', reason: '推送的直播间不属于这个直播账号' })
    await here.server.db.query
      .updateTable('room')
      .set({ account_id: account.account_id, org_id: room.org_id })
      .where('id', '=', other.room.id)
      .execute()
    expect((await admit(as, row?.id)).data).toMatchObject({ outcome: 'booked', fen: 1_000 })
    expect(await here.runOf(run.run_id)).toMatchObject({ gift_fen: 1_000 })
  })

  test('a Douyin gift of an account without a room waits for one', async () => {
    const { account, room } = here.air
    const { query } = here.server.db
    const rooms = query.updateTable('room').where('id', '=', room.id)
    await rooms.set({ account_id: 'nobody' }).execute()
    const lost = gift({ gift_value: 660 })
    expect(await here.pushDouyin({ payloads: [lost] })).toMatchObject({ status: 200, code: 1005 })
    expect(await here.pushDouyin({ payloads: [lost] })).toMatchObject({ status: 200, code: 1005 })
    const as = await keeper(room.org_id)
    const mine = { account_id: account.account_id }
    const { data } = await list(as, mine)
    expect(data.list).toMatchObject([{ code: 'no_room', claimed_fen: 660, seen: 2, room: null }])
    expect((await admit(as, data.list[0]?.id)).msg).toBe('仍不能入账：直播账号没有绑定直播间')
    await rooms.set({ account_id: account.account_id }).execute()
    expect((await admit(as, data.list[0]?.id)).data).toMatchObject({ outcome: 'booked', fen: 660 })
    expect(await here.gifts()).toMatchObject([
      { event_id: lost.msg_id, run_id: here.air.run.run_id },
    ])
    expect(await here.pushDouyin({ payloads: [lost] })).toMatchObject({ data: { repeated: 1 } })
  })

  test('what a partner forged does not bar the platform’s own', async () => {
    const { account, room } = here.air
    const { query } = here.server.db
    const rooms = query.updateTable('room').where('id', '=', room.id)
    await rooms.set({ account_id: 'nobody' }).execute()
    const lost = gift({ msg_id: 'forged', gift_value: 660, gift_num: 1 })
    await here.pushDouyin({ payloads: [lost] })
    await rooms.set({ account_id: account.account_id }).execute()
    const forged = partnerGift(here.code, {
      source: 'douyin',
      event_id: 'forged',
      gift: { id: 'g', fen: 660, count: 1 },
    })
    await here.pushGeneric([forged])
    const as = await keeper(room.org_id)
    const { list: rows } = (await list(as, { account_id: account.account_id })).data
    expect(rows.map(({ code }) => code).sort()).toEqual(['no_room', 'reserved_source'])
    const own = rows.find(({ code }) => code === 'no_room')
    expect((await admit(as, own?.id)).data).toMatchObject({ outcome: 'booked', fen: 660 })
  })

  test('what was too large to keep says so', async () => {
    const { account, room } = here.air
    await here.pushGeneric([{ ...partnerGift(here.code), user: '长'.repeat(90_000) }])
    const as = await keeper(room.org_id)
    const [row] = (await list(as, { account_id: account.account_id })).data.list
    expect(await admit(as, row?.id)).toMatchObject({
      code: 1006,
      msg: '原始消息过大未能保存，不能重新入账',
    })
  })
})

describe('dismissing', () => {
  test('keeps who, when and why, and bars what comes after', async () => {
    const { air, store, bind, as } = await unbound()
    await store()
    await bind()
    const [row] = (await list(as)).data.list
    expect((await dismiss(as, row?.id)).data).toMatchObject({
      state: 'dismissed',
      note: '重复推送',
      decided_at: TEST_NOW,
      decided_by: expect.any(String) as string,
    })
    expect((await dismiss(as, row?.id)).code).toBe(1006)
    expect((await admit(as, row?.id)).code).toBe(1006)
    expect(await entries(air.room.org_id)).toEqual([])
  })

  test('or admitting, of two at once one decides', async () => {
    const { air, store, bind, as } = await unbound()
    await store()
    await bind()
    const [row] = (await list(as)).data.list
    const [admitted, dismissed] = await Promise.all([admit(as, row?.id), dismiss(as, row?.id)])
    expect([admitted.code, dismissed.code].sort(byNumber)).toEqual([0, 1006])
    const booked = await entries(air.room.org_id)
    expect(booked).toHaveLength(admitted.code === 0 ? 1 : 0)
    const { state } = (await list(as)).data.list[0] ?? {}
    expect(state).toBe(admitted.code === 0 ? 'admitted' : 'dismissed')
  })

  test('needs its right and its reason', async () => {
    const { air, store, as } = await unbound()
    await store()
    const [row] = (await list(as)).data.list
    const looker = await here.server.login('guild', { org_id: air.room.org_id })
    expect(await dismiss(looker, row?.id)).toMatchObject({
      code: 1003,
      data: { need: 'income.operate' },
    })
    expect((await dismiss(as, row?.id, ' ')).code).toBe(1001)
  })
})

test('both leave an audit row', async () => {
  const { store, bind, as } = await unbound()
  await store()
  await bind()
  const [row] = (await list(as)).data.list
  await admit(as, row?.id)
  const rows = await here.server.db.query
    .selectFrom('audit')
    .select(['action', 'target', 'before_json', 'after_json'])
    .where('uid', '=', as.uid)
    .execute()
  expect(rows).toMatchObject([{ action: 'income.admit', target: `bilibili ${row?.event_id}` }])
  expect(JSON.parse(rows[0]?.after_json ?? '')).toMatchObject({ state: 'admitted' })
})
