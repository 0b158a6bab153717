import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import type { PushResult } from '@kaibo/contract/ingest/ingest.api.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildLiveAccount, PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir, buildRun, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { pushDouyin, pushEvents, type DouyinPush } from '@kaibo/testkit/push.ts'

const SECRET = 'douyin-secret'

let server: TestServer
let url: string
let air: OnAir
let code: string

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(async () => {
  expect(await reconcile(server.db)).toEqual([])
  await server.close()
})

const LONG = { nickname: '长'.repeat(150), avatar_url: `https://p/${'a'.repeat(1_500)}` }
const remove = (id: string) =>
  server.db.query.updateTable('room').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute()

let rooms = 0
beforeEach(async () => {
  rooms += 1
  air = await buildOnAir(server.platform, {
    account: {
      platform: 'douyin',
      platform_room_id: String(rooms),
      credentials: { push_secret: SECRET },
    },
  })
  code = air.room.room_code
})

async function answerOf(response: Promise<Response>) {
  const answer = await response
  const envelope = (await answer.json()) as Envelope<PushResult>
  return { status: answer.status, ...envelope }
}
const runOf = (run_id: string) =>
  server.db.query
    .selectFrom('run')
    .selectAll()
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
const gifts = () =>
  server.db.query
    .selectFrom('gift_event')
    .selectAll()
    .where('room_id', '=', air.room.id)
    .orderBy('id')
    .execute()

const pushGeneric = (
  events: unknown[],
  overrides: Partial<Parameters<typeof pushEvents>[1]> = {},
) =>
  answerOf(
    pushEvents(url, {
      key: air.account.push_key,
      secret: PUSH_SECRET,
      room_code: code,
      events,
      at: TEST_NOW,
      ...overrides,
    }),
  )

const ago = (minutes: number) => TEST_NOW - minutes * 60_000

const signed = (body: string) => {
  const timestamp = String(TEST_NOW / 1_000)
  return {
    'x-kaibo-key': air.account.push_key,
    'x-kaibo-timestamp': timestamp,
    'x-kaibo-signature': createHmac('sha256', PUSH_SECRET)
      .update(`${timestamp}.${body}`)
      .digest('hex'),
  }
}

const send = (body: string, headers: Record<string, string>) =>
  answerOf(fetch(`${url}/ingest/v1/events`, { method: 'POST', headers, body }))

const payload = (overrides: object = {}) => ({
  msg_id: crypto.randomUUID(),
  sec_openid: 'viewer',
  nickname: '抖音观众',
  avatar_url: 'https://example.com/a.png',
  timestamp: TEST_NOW,
  ...overrides,
})

const gift = (overrides: object = {}) =>
  payload({ sec_gift_id: 'g', gift_num: 2, gift_value: 20, test: false, ...overrides })

const pushSigned = (overrides: Partial<DouyinPush>) =>
  answerOf(
    pushDouyin(url, {
      room_id: air.account.platform_room_id,
      type: 'live_gift',
      secret: SECRET,
      payloads: [gift()],
      at: TEST_NOW,
      ...overrides,
    }),
  )

describe('generic push', () => {
  test('new, repeated and refused are told apart, and what is new reaches the PC', async () => {
    const { id: pc_id, private_key } = air.pc
    const agent = await connectAgent(url, { pc_id, private_key, ts: TEST_NOW })
    await agent.hello()
    const [a, b] = [giftEvent(code), danmuEvent(code)]
    const bad = { ...danmuEvent(code, { event_id: 'bad' }), kind: 'dance' }
    const first = await pushGeneric([a, bad, b])
    expect(first).toMatchObject({
      status: 200,
      code: 0,
      data: { accepted: 2, repeated: 0, refused: [{ index: 1, event_id: 'bad' }] },
    })
    expect(await pushGeneric([a, b])).toMatchObject({
      data: { accepted: 0, repeated: 2, refused: [] },
    })
    const news = await agent.next('events')
    expect(news).toMatchObject({
      room_code: code,
      events: [{ event_id: a.event_id }, { event_id: b.event_id }],
    })
    expect(agent.frames.filter(({ type }) => type === 'events')).toHaveLength(1)
    agent.kill()
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 1_000, danmu: 1 })
  })

  test('an event may leave out the room of its push, not name another', async () => {
    const { room_code: _, ...bare } = danmuEvent(code)
    const { data } = await pushGeneric([bare, danmuEvent('ZZZZZZZZ')])
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 1, reason: '直播间与推送不符' }] })
  })

  test('an event goes to the run during which it happened', async () => {
    const { room, run } = air
    const past = await buildRun(server.platform, room, { started_at: ago(180), ended_at: ago(90) })
    await pushGeneric([
      giftEvent(code, { at: ago(100) }),
      giftEvent(code, { at: ago(82) }),
      giftEvent(code, { at: ago(60) }),
      giftEvent(code, { at: ago(3) }),
      giftEvent(code),
    ])
    const ids = (await gifts()).map(({ run_id }) => run_id)
    expect(ids).toEqual([past.run_id, past.run_id, null, run.run_id, run.run_id])
  })

  test('an event that just missed its run goes to the nearest one, and to no rehearsal', async () => {
    const past = await buildRun(server.platform, air.room, {
      started_at: ago(180),
      ended_at: ago(4),
    })
    await buildRun(
      server.platform,
      { ...air.room, mode: RoomMode.record },
      { started_at: ago(3), ended_at: ago(2.5) },
    )
    await pushGeneric([
      giftEvent(code, { at: ago(3.5) }),
      giftEvent(code, { at: ago(2.4) }),
      giftEvent(code, { at: ago(1) }),
    ])
    const { run_id } = past
    expect(await gifts()).toMatchObject([
      { run_id, is_test: 0 },
      { run_id, is_test: 0 },
      { run_id: air.run.run_id, is_test: 0 },
    ])
  })

  test('outside a run it counts though the room is set to rehearse', async () => {
    await server.db.query
      .updateTable('room')
      .set({ mode: RoomMode.record })
      .where('id', '=', air.room.id)
      .execute()
    await pushGeneric([giftEvent(code, { at: ago(200) })])
    expect(await gifts()).toMatchObject([{ run_id: null, is_test: 0 }])
    const entries = await server.db.query
      .selectFrom('ledger_entry')
      .select('fen')
      .where('room_id', '=', air.room.id)
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('an original message that is nested without end is refused alone', async () => {
    const depth = 20_000
    const raw = JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) as object
    const events = [{ ...giftEvent(code), raw }, giftEvent(code)]
    expect(await server.app.ingest.push(air.account.account_id, code, events)).toMatchObject({
      accepted: 1,
      refused: [{ index: 0, reason: '原始消息嵌套太深' }],
    })
  })

  test('of a room that is bound to another account since counts for that one', async () => {
    const { room } = air
    await server.db.query
      .updateTable('run')
      .set({ ended_at: TEST_NOW })
      .where('room_id', '=', room.id)
      .execute()
    const other = await buildLiveAccount(server.platform, { platform: 'douyin' })
    const { account_id } = other
    await server.db.query
      .updateTable('room')
      .set({ account_id, state: 'ended' })
      .where('id', '=', room.id)
      .execute()
    await pushGeneric([giftEvent(code)], { key: other.push_key })
    expect(await gifts()).toMatchObject([{ run_id: null, account_id }])
  })

  test.each([
    ['a wrong secret', { secret: 'other' }, '签名不正确'],
    ['an unknown key', { key: 'nobody' }, '推送密钥不正确'],
    ['no key', { key: '' }, '推送密钥不正确'],
    ['an old timestamp', { at: TEST_NOW - 301_000 }, '时间戳'],
    ['a timestamp ahead', { at: TEST_NOW + 301_000 }, '时间戳'],
    ['no timestamp', { at: NaN }, '时间戳'],
  ])('%s is refused with 401', async (_, overrides, msg) => {
    const answer = await pushGeneric([giftEvent(code)], overrides)
    expect(answer).toMatchObject({ status: 401, data: null })
    expect(answer.msg).toContain(msg)
    expect(await gifts()).toEqual([])
  })

  test('of a deleted room and no run only money is taken', async () => {
    await remove(air.room.id)
    const at = ago(60 * 24)
    const { data } = await pushGeneric([danmuEvent(code, { at }), giftEvent(code, { at })])
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 0, reason: '直播间已删除' }] })
  })

  test.each([0, Math.floor(TEST_NOW / 1_000)])(
    'a clock that says %s is wrong: it happened when it came',
    async (at) => {
      await pushGeneric([giftEvent(code, { at })])
      expect(await gifts()).toMatchObject([{ at: TEST_NOW, run_id: air.run.run_id }])
    },
  )

  test('nothing but gifts, guards and super chats is paid', async () => {
    const { gift: paid } = giftEvent(code)
    const { data } = await pushGeneric([danmuEvent(code, { gift: paid })])
    expect(data.refused).toMatchObject([
      { reason: expect.stringContaining('只有礼物、大航海和醒目留言可以是付费的') },
    ])
  })

  test('a changed body is refused', async () => {
    const body = JSON.stringify({ room_code: code, events: [giftEvent(code)] })
    const changed = body.replace('"fen":1000', '"fen":9000')
    expect(changed).not.toBe(body)
    expect(await send(changed, signed(body))).toMatchObject({ status: 401 })
    expect(await send(body, signed(body))).toMatchObject({ status: 200, code: 0 })
  })

  test('another account’s room does not exist', async () => {
    const other = await buildOnAir(server.platform)
    const events = [giftEvent(other.room.room_code)]
    expect(await pushGeneric(events, { room_code: other.room.room_code })).toMatchObject({
      status: 200,
      code: 1005,
      msg: '直播间不存在',
    })
  })

  test('too much at once is 413, and nothing of it is stored', async () => {
    const many = Array.from({ length: 1_001 }, () => ({}))
    expect(await pushGeneric(many)).toMatchObject({
      status: 413,
      msg: '一次最多1000条事件，请分批推送',
    })
    const large = [danmuEvent(code, { raw: { text: 'x'.repeat(1_048_576) } })]
    expect(await pushGeneric(large)).toMatchObject({ status: 413, code: 1001 })
  })

  test.each([
    ['', 1001],
    ['{', 1001],
    ['[]', 1001],
    ['{"room_code":"x","events":{}}', 1001],
    ['{"room_code":"x","events":[]}', 1001],
    ['{"room_code":"x","events":[{}],"foo":1}', 1001],
  ])('signed nonsense %j is 1001', async (body, expected) => {
    expect(await send(body, signed(body))).toMatchObject({ status: 200, code: expected })
  })
})

describe('Douyin', () => {
  test('gifts become income; a repeated one does not, a test one is only shown', async () => {
    const sent = gift()
    const payloads = [sent, sent, gift({ test: true }), gift({ gift_value: 0 })]
    expect(await pushSigned({ payloads })).toMatchObject({
      status: 200,
      code: 0,
      data: { accepted: 3, repeated: 1, refused: [] },
    })
    expect(await pushSigned({ payloads })).toMatchObject({ data: { accepted: 0, repeated: 4 } })
    expect(await runOf(air.run.run_id)).toMatchObject({
      gift_fen: 20,
      gift_count: 2,
      event_count: 3,
    })
    const [first] = await gifts()
    expect(first).toMatchObject({ source: 'douyin', raw_unit: '分', raw_value: 20, count: 2 })
    expect(JSON.parse(first?.raw_json ?? '')).toEqual(sent)
  })

  test('comments, likes and fan clubs', async () => {
    await pushSigned({ type: 'live_comment', payloads: [payload({ content: '主播好' })] })
    await pushSigned({ type: 'live_like', payloads: [payload({ like_num: 30 })] })
    await pushSigned({ type: 'live_fansclub', payloads: [payload()] })
    expect(await runOf(air.run.run_id)).toMatchObject({
      danmu: 1,
      likes: 30,
      follows: 1,
      viewers: 1,
    })
    const events = server.db.query.selectFrom('room_event').where('room_id', '=', air.room.id)
    expect(await events.select(['kind', 'text', 'count']).orderBy('id').execute()).toEqual([
      { kind: 'danmu', text: '主播好', count: 1 },
      { kind: 'like', text: null, count: 30 },
      { kind: 'follow', text: null, count: 1 },
    ])
  })

  test('a payload that is wrong is named, the others are stored', async () => {
    const { data } = await pushSigned({
      payloads: [gift({ msg_id: 'x', gift_value: 'much' }), 7, gift()],
    })
    expect(data.accepted).toBe(1)
    expect(data.refused).toMatchObject([{ index: 0, event_id: 'x' }, { index: 1 }])
  })

  test.each([
    ['a wrong secret', { secret: 'other' }, '签名不正确'],
    ['an empty secret', { secret: '' }, '签名不正确'],
  ])('%s is refused with 401', async (_, overrides, msg) => {
    const answer = await pushSigned(overrides)
    expect(answer.status).toBe(401)
    expect(answer.msg).toContain(msg)
    expect(await gifts()).toEqual([])
  })

  test('a push that is sent again much later is taken, and counted once', async () => {
    const payloads = [gift()]
    for (const at of [TEST_NOW - 3_600_000, TEST_NOW]) await pushSigned({ payloads, at })
    expect(await gifts()).toHaveLength(1)
  })

  test.each([
    ['no name and no picture', { nickname: null, avatar_url: null }, ''],
    ['a long name and a long picture', LONG, '长'.repeat(100)],
    ['half a letter at the end', { nickname: `${'长'.repeat(99)}😀` }, `${'长'.repeat(99)}\uFFFD`],
  ])('a viewer with %s pays all the same', async (_, viewer, nickname) => {
    expect((await pushSigned({ payloads: [gift(viewer)] })).data).toMatchObject({ accepted: 1 })
    expect(await gifts()).toMatchObject([{ nickname, fen: 20 }])
  })

  test('what is nested too deep to keep is not kept, and paid all the same', async () => {
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown
    await pushSigned({ payloads: [gift({ deep })] })
    expect(await gifts()).toMatchObject([{ raw_json: null, fen: 20 }])
  })

  test('late gifts of a room that was deleted meanwhile are of its run', async () => {
    await remove(air.room.id)
    await pushSigned({ payloads: [gift()] })
    expect(await gifts()).toMatchObject([{ run_id: air.run.run_id, fen: 20 }])
  })

  test('late gifts of an account that has another room by now are of its old run', async () => {
    await remove(air.room.id)
    await buildRoom(server.platform, { account_id: air.account.account_id })
    await pushSigned({ payloads: [gift()] })
    expect(await gifts()).toMatchObject([{ run_id: air.run.run_id, fen: 20 }])
  })

  test('no signature and a changed body are refused', async () => {
    const headers = { 'x-roomid': air.account.platform_room_id, 'x-signature': 'x' }
    for (const body of ['[]', '']) {
      const sent = fetch(`${url}/ingest/v1/douyin`, { method: 'POST', headers, body })
      expect((await answerOf(sent)).status).toBe(401)
    }
  })

  test('an account whose secret was never entered takes nothing', async () => {
    air = await buildOnAir(server.platform, {
      account: { platform: 'douyin', platform_room_id: 'bare' },
    })
    expect(await pushSigned({ secret: '' })).toMatchObject({ status: 401 })
  })

  test.each(['unknown', ''])(
    'room %j is unknown: 1005, but no failure to the platform',
    async (room_id) => {
      expect(await pushSigned({ room_id })).toMatchObject({
        status: 200,
        code: 1005,
        msg: '直播间不存在',
      })
    },
  )

  test('a message type that we do not know is refused', async () => {
    const type = 'live_dance' as DouyinPush['type']
    expect(await pushSigned({ type })).toMatchObject({ status: 200, code: 1001 })
  })
})
