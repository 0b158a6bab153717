import { describe, expect, test } from 'vitest'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { partnerDanmu, partnerGift } from '@kaibo/testkit/build/event.build.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir, buildRun } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { ago, PushScenario } from './push.fixture.ts'

const here = new PushScenario()

describe('generic push', () => {
  test('new, repeated and refused are told apart, and what is new reaches the PC', async () => {
    const { id: pc_id, private_key } = here.air.pc
    const agent = await connectAgent(here.url, { pc_id, private_key, ts: TEST_NOW })
    await agent.hello()
    const [a, b] = [partnerGift(here.code), partnerDanmu(here.code)]
    const bad = { ...partnerDanmu(here.code, { event_id: 'bad' }), kind: 'dance' }
    const first = await here.pushGeneric([a, bad, b])
    expect(first).toMatchObject({
      status: 200,
      code: 0,
      data: { accepted: 2, repeated: 0, refused: [{ index: 1, event_id: 'bad' }] },
    })
    expect(await here.pushGeneric([a, b])).toMatchObject({
      data: { accepted: 0, repeated: 2, refused: [] },
    })
    const news = await agent.next('events')
    expect(news).toMatchObject({
      room_code: here.code,
      events: [{ event_id: a.event_id }, { event_id: b.event_id }],
    })
    expect(agent.frames.filter(({ type }) => type === 'events')).toHaveLength(1)
    agent.kill()
    expect(await here.runOf(here.air.run.run_id)).toMatchObject({ gift_fen: 1_000, danmu: 1 })
  })

  test('what comes long after it happened is booked, and no rule hears of it', async () => {
    const { id: pc_id, private_key } = here.air.pc
    const agent = await connectAgent(here.url, { pc_id, private_key, ts: TEST_NOW })
    await agent.hello()
    const [late, intime] = [
      partnerGift(here.code, { at: ago(5) - 1 }),
      partnerGift(here.code, { at: ago(5) }),
    ]
    expect((await here.pushGeneric([late])).data).toMatchObject({ accepted: 1 })
    expect((await here.pushGeneric([late, intime])).data).toMatchObject({ accepted: 1 })
    expect(await agent.next('events')).toMatchObject({ events: [{ event_id: intime.event_id }] })
    expect(agent.frames.filter(({ type }) => type === 'events')).toHaveLength(1)
    agent.kill()
    expect(await here.gifts()).toMatchObject([{ fen: 1_000 }, { fen: 1_000 }])
  })

  test('an event may leave out the room of its push, not name another', async () => {
    const { room_code: _, ...bare } = partnerDanmu(here.code)
    const { data } = await here.pushGeneric([bare, partnerDanmu('ZZZZZZZZ')])
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 1, reason: '直播间与推送不符' }] })
  })

  test('an event goes to the run during which it happened', async () => {
    const { room, run } = here.air
    const past = await buildRun(here.server.platform, room, {
      started_at: ago(180),
      ended_at: ago(90),
    })
    await here.pushGeneric([
      partnerGift(here.code, { at: ago(100) }),
      partnerGift(here.code, { at: ago(82) }),
      partnerGift(here.code, { at: ago(60) }),
      partnerGift(here.code, { at: ago(3) }),
      partnerGift(here.code),
    ])
    const ids = (await here.gifts()).map(({ run_id }) => run_id)
    expect(ids).toEqual([past.run_id, past.run_id, null, run.run_id, run.run_id])
  })

  test('an event that just missed its run goes to the nearest one, and to no rehearsal', async () => {
    const past = await buildRun(here.server.platform, here.air.room, {
      started_at: ago(180),
      ended_at: ago(4),
    })
    await buildRun(
      here.server.platform,
      { ...here.air.room, mode: RoomMode.record },
      { started_at: ago(3), ended_at: ago(2.5) },
    )
    await here.pushGeneric([
      partnerGift(here.code, { at: ago(3.5) }),
      partnerGift(here.code, { at: ago(2.4) }),
      partnerGift(here.code, { at: ago(1) }),
    ])
    const { run_id } = past
    expect(await here.gifts()).toMatchObject([
      { run_id, is_test: 0 },
      { run_id, is_test: 0 },
      { run_id: here.air.run.run_id, is_test: 0 },
    ])
  })

  test('outside a run it counts though the room is set to rehearse', async () => {
    await here.server.db.query
      .updateTable('room')
      .set({ mode: RoomMode.record })
      .where('id', '=', here.air.room.id)
      .execute()
    await here.pushGeneric([partnerGift(here.code, { at: ago(200) })])
    expect(await here.gifts()).toMatchObject([{ run_id: null, is_test: 0 }])
    const entries = await here.server.db.query
      .selectFrom('ledger_entry')
      .select('fen')
      .where('room_id', '=', here.air.room.id)
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('an original message that is nested without end is refused alone', async () => {
    const depth = 20_000
    const raw = JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) as object
    const events = [{ ...partnerGift(here.code), raw }, partnerGift(here.code)]
    expect(
      await here.server.app.ingest.push(here.air.account.account_id, here.code, events),
    ).toMatchObject({
      accepted: 1,
      refused: [{ index: 0, reason: '原始消息嵌套太深' }],
    })
  })

  test('of a room that is bound to another account since counts for that one', async () => {
    const { room } = here.air
    await here.server.db.query
      .updateTable('run')
      .set({ ended_at: TEST_NOW })
      .where('room_id', '=', room.id)
      .execute()
    const other = await buildLiveAccount(here.server.platform, { platform: 'douyin' })
    const { account_id } = other
    await here.server.db.query
      .updateTable('room')
      .set({ account_id, state: 'ended' })
      .where('id', '=', room.id)
      .execute()
    await here.pushGeneric([partnerGift(here.code)], { key: other.push_key })
    expect(await here.gifts()).toMatchObject([{ run_id: null, account_id }])
  })

  test.each([
    ['a wrong secret', { secret: 'other' }, '签名不正确'],
    ['an unknown key', { key: 'nobody' }, '推送密钥不正确'],
    ['no key', { key: '' }, '推送密钥不正确'],
    ['an old timestamp', { at: TEST_NOW - 301_000 }, '时间戳'],
    ['a timestamp ahead', { at: TEST_NOW + 301_000 }, '时间戳'],
    ['no timestamp', { at: NaN }, '时间戳'],
  ])('%s is refused with 401', async (_, overrides, msg) => {
    const answer = await here.pushGeneric([partnerGift(here.code)], overrides)
    expect(answer).toMatchObject({ status: 401, data: null })
    expect(answer.msg).toContain(msg)
    expect(await here.gifts()).toEqual([])
  })

  test('of a deleted room and no run only money is taken', async () => {
    await here.removeRoom()
    const at = ago(60 * 24)
    const { data } = await here.pushGeneric([
      partnerDanmu(here.code, { at }),
      partnerGift(here.code, { at }),
    ])
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 0, reason: '直播间已删除' }] })
  })

  test.each([0, Math.floor(TEST_NOW / 1_000)])(
    'a clock that says %s is wrong: it happened when it came',
    async (at) => {
      await here.pushGeneric([partnerGift(here.code, { at })])
      expect(await here.gifts()).toMatchObject([{ at: TEST_NOW, run_id: here.air.run.run_id }])
    },
  )

  test('nothing but gifts, guards and super chats is paid', async () => {
    const { gift: paid } = partnerGift(here.code)
    const { data } = await here.pushGeneric([partnerDanmu(here.code, { gift: paid })])
    expect(data.refused).toMatchObject([
      { reason: expect.stringContaining('只有礼物、大航海和醒目留言可以是付费的') },
    ])
  })

  test('a changed body is refused', async () => {
    const body = JSON.stringify({ room_code: here.code, events: [partnerGift(here.code)] })
    const changed = body.replace('"fen":1000', '"fen":9000')
    expect(changed).not.toBe(body)
    expect(await here.send(changed, here.signed(body))).toMatchObject({ status: 401 })
    expect(await here.send(body, here.signed(body))).toMatchObject({ status: 200, code: 0 })
  })

  test('another account’s room does not exist', async () => {
    const other = await buildOnAir(here.server.platform)
    const events = [partnerGift(other.room.room_code)]
    expect(await here.pushGeneric(events, { room_code: other.room.room_code })).toMatchObject({
      status: 200,
      code: 1005,
      msg: '直播间不存在',
    })
  })

  test('too much at once is 413, and nothing of it is stored', async () => {
    const many = Array.from({ length: 1_001 }, () => ({}))
    expect(await here.pushGeneric(many)).toMatchObject({
      status: 413,
      msg: '一次最多1000条事件，请分批推送',
    })
    const large = [partnerDanmu(here.code, { raw: { text: 'x'.repeat(1_048_576) } })]
    expect(await here.pushGeneric(large)).toMatchObject({ status: 413, code: 1001 })
  })

  test.each([
    ['', 1001],
    ['{', 1001],
    ['[]', 1001],
    ['{"room_code":"x","events":{}}', 1001],
    ['{"room_code":"x","events":[]}', 1001],
    ['{"room_code":"x","events":[{}],"foo":1}', 1001],
  ])('signed nonsense %j is 1001', async (body, expected) => {
    expect(await here.send(body, here.signed(body))).toMatchObject({ status: 200, code: expected })
  })
})
