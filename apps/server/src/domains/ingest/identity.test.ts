import { describe, expect, test } from 'vitest'
import { BUILT_IN_SOURCES, type LiveEvent } from '@kaibo/contract/live/event.ts'
import {
  danmuEvent,
  giftEvent,
  partnerDanmu,
  partnerGift,
} from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { answerOf, PushScenario } from './push.fixture.ts'

const here = new PushScenario()

const grossOf = async ({ run }: OnAir) => (await here.runOf(run.run_id)).gift_fen
const push = ({ account, room }: OnAir, ...events: unknown[]) =>
  answerOf(
    pushEvents(here.url, {
      key: account.push_key,
      secret: PUSH_SECRET,
      room_code: room.room_code,
      events,
      at: TEST_NOW,
    }),
  )
let spools = 0
const spool = ({ pc, run }: OnAir, ...events: LiveEvent[]) => {
  const items = events.map((event) => ({ type: 'event', run_id: run.run_id, event }))
  return here.server.app.ingest.storeSpool(pc.id, `spool-${++spools}`, 1, items)
}
const refusedOf = ({ room }: OnAir) =>
  here.server.db.query
    .selectFrom('refused_event')
    .selectAll()
    .where('room_id', '=', room.id)
    .orderBy('id')
    .execute()
let orgs = 0
const guild = () => buildOnAir(here.server.platform, { org_id: `guild-${++orgs}` })

describe('an event is known within its organisation', () => {
  test('what one guild pushed takes nothing from another', async () => {
    const [one, other] = [await guild(), await guild()]
    const stolen = partnerGift(one.room.room_code, { event_id: 'same', gift: { fen: 1 } })
    await push(one, stolen, partnerDanmu(one.room.room_code, { event_id: 'said' }))
    const { data } = await push(
      other,
      partnerGift(other.room.room_code, { event_id: 'same', gift: { fen: 9_900 } }),
      partnerDanmu(other.room.room_code, { event_id: 'said' }),
    )
    expect(data).toEqual({ accepted: 2, repeated: 0, refused: [] })
    expect([await grossOf(one), await grossOf(other)]).toEqual([1, 9_900])
    expect(await here.runOf(other.run.run_id)).toMatchObject({ danmu: 1 })
  })

  test('nor does what its PC sent in a platform’s name', async () => {
    const [one, other] = [await guild(), await guild()]
    const ids = { event_id: 'platform-1', source: 'bilibili' }
    await spool(one, giftEvent(one.room.room_code, { ...ids, gift: { fen: 1 } }))
    await spool(other, giftEvent(other.room.room_code, { ...ids, gift: { fen: 5_200 } }))
    expect([await grossOf(one), await grossOf(other)]).toEqual([1, 5_200])
  })

  test('of another live account of the same guild it is told, not counted and not silent', async () => {
    const { org_id } = (await guild()).room
    const [one, other] = [
      await buildOnAir(here.server.platform, { org_id }),
      await buildOnAir(here.server.platform, { org_id }),
    ]
    await push(one, partnerGift(one.room.room_code, { event_id: 'taken' }))
    const { data } = await push(other, partnerGift(other.room.room_code, { event_id: 'taken' }))
    const reason = '事件标识已被本公会的另一个直播账号使用，请更换来源名称'
    expect(data).toEqual({
      accepted: 0,
      repeated: 0,
      refused: [{ index: 0, event_id: 'taken', reason }],
    })
    expect(await grossOf(other)).toBe(0)
    expect(await refusedOf(other)).toMatchObject([{ code: 'other_account', reason, fen: 1_000 }])
  })

  test('an account’s gift comes again after its room was changed: the same one', async () => {
    const air = await guild()
    const at = TEST_NOW - 30 * 86_400_000
    const gift = partnerGift(air.room.room_code, { event_id: 'again', at })
    await push(air, gift)
    const { db, platform } = here.server
    await db.query
      .updateTable('room')
      .set({ deleted_at: TEST_NOW })
      .where('id', '=', air.room.id)
      .execute()
    const next = await buildOnAir(platform, {
      org_id: air.room.org_id,
      room: { account_id: air.account.account_id },
    })
    const again = { ...gift, room_code: next.room.room_code }
    const { data } = await push({ ...air, room: next.room }, again)
    expect(data).toEqual({ accepted: 0, repeated: 1, refused: [] })
  })
})

describe('the key of a generic push names sources of its own', () => {
  test.each([...BUILT_IN_SOURCES])('never %s', async (source) => {
    const air = await guild()
    const [named, own] = [
      partnerGift(air.room.room_code, { source, gift: { fen: 100 } }),
      partnerGift(air.room.room_code, { gift: { fen: 20 } }),
    ]
    const { data } = await push(air, named, own)
    const reason = `来源名称「${source}」为系统保留，请使用自己的名称`
    expect(data).toEqual({
      accepted: 1,
      repeated: 0,
      refused: [{ index: 0, event_id: named.event_id, reason }],
    })
    expect(await grossOf(air)).toBe(20)
    expect(await refusedOf(air)).toMatchObject([
      { code: 'reserved_source', source, event_id: named.event_id, fen: 100, pc_id: null },
    ])
  })

  test('all that an independent reader would expect are among them', () => {
    const expected = ['bilibili', 'douyin', 'simulator', 'replay', 'game', 'fans', 'kuaishou']
    expect(expected.filter((name) => !BUILT_IN_SOURCES.has(name))).toEqual([])
  })

  test('a message without money in a platform’s name is told, and kept nowhere', async () => {
    const air = await guild()
    const { data } = await push(air, danmuEvent(air.room.room_code))
    expect(data.refused).toHaveLength(1)
    expect(await refusedOf(air)).toEqual([])
  })
})

describe('one identifier is one event', () => {
  test.each(['push', 'spool'] as const)(
    'a gift that has the identifier of a message is told, in a %s',
    async (by) => {
      const air = await guild()
      const { room_code } = air.room
      const send = by === 'push' ? push : spool
      await send(air, partnerDanmu(room_code, { event_id: 'x' }))
      await send(air, partnerGift(room_code, { event_id: 'x', gift: { fen: 700 } }))
      expect(await grossOf(air)).toBe(0)
      expect(await refusedOf(air)).toMatchObject([
        { code: 'other_kind', reason: '事件标识已被一条互动消息使用', kind: 'gift', fen: 700 },
      ])
    },
  )

  test('a message that has the identifier of a gift is told, and the gift stands', async () => {
    const air = await guild()
    const { room_code } = air.room
    await push(air, partnerGift(room_code, { event_id: 'x', gift: { fen: 700 } }))
    const { data } = await push(air, partnerDanmu(room_code, { event_id: 'x' }))
    expect(data).toMatchObject({
      accepted: 0,
      repeated: 0,
      refused: [{ event_id: 'x', reason: '事件标识已被一笔礼物使用' }],
    })
    expect(await here.runOf(air.run.run_id)).toMatchObject({ gift_fen: 700, danmu: 0 })
    expect(await refusedOf(air)).toMatchObject([{ code: 'other_kind', kind: 'danmu', fen: null }])
  })

  test('in one batch the money has it, whichever stands first', async () => {
    const air = await guild()
    const { room_code } = air.room
    const { data } = await push(
      air,
      partnerDanmu(room_code, { event_id: 'x' }),
      partnerGift(room_code, { event_id: 'x', gift: { fen: 700 } }),
    )
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 0, event_id: 'x' }] })
    expect(await grossOf(air)).toBe(700)
  })
})

const first = { fen: 1_000, count: 1, id: 'gift-1', paid: true }

describe('a repeat of a gift', () => {
  test.each([
    ['another amount', { fen: 2_000 }, {}, '金额¥10.00变为¥20.00'],
    ['a smaller amount', { fen: 1 }, {}, '金额¥10.00变为¥0.01'],
    ['another count', { count: 2 }, {}, '数量1变为2'],
    ['another gift', { id: 'gift-2' }, {}, '礼物gift-1变为gift-2'],
    ['not paid after all', { paid: false }, {}, '金额¥10.00变为¥0.00'],
    ['another kind', {}, { kind: 'guard' as const }, '类型gift变为guard'],
    ['several at once', { fen: 2_000, count: 3 }, {}, '金额¥10.00变为¥20.00、数量1变为3'],
  ])('with %s is told, and what stands stays', async (_, gift, event, what) => {
    const air = await guild()
    const { room_code } = air.room
    await push(air, partnerGift(room_code, { event_id: 'x', gift: first }))
    const repeat = partnerGift(room_code, { ...event, event_id: 'x', gift: { ...first, ...gift } })
    const { data } = await push(air, repeat, repeat)
    const reason = `与先前收到的同一事件不符：${what}`
    expect(data).toMatchObject({
      accepted: 0,
      repeated: 0,
      refused: [
        { index: 0, reason },
        { index: 1, reason },
      ],
    })
    expect(await grossOf(air)).toBe(1_000)
    expect(await refusedOf(air)).toMatchObject([{ code: 'other_amount', reason, seen: 2 }])
  })

  test('of which one batch has two amounts: the first one counts', async () => {
    const air = await guild()
    const { room_code } = air.room
    const { refused } = await spool(
      air,
      giftEvent(room_code, { event_id: 'x', gift: { fen: 300 } }),
      giftEvent(room_code, { event_id: 'x', gift: { fen: 900 } }),
    )
    expect(refused).toMatchObject([{ index: 1, event_id: 'x' }])
    expect(await grossOf(air)).toBe(300)
  })

  test('that counts, where the one before it was a test, is told', async () => {
    const air = await guild()
    const { room_code } = air.room
    await push(air, partnerGift(room_code, { event_id: 'x', is_test: true }))
    const { data } = await push(air, partnerGift(room_code, { event_id: 'x' }))
    expect(data.refused).toMatchObject([{ reason: '与先前收到的同一事件不符：先前为测试或AI' }])
    expect(await grossOf(air)).toBe(0)
  })

  test.each([
    ['the same', {}],
    ['a test by now', { is_test: true }],
    ['under another name', { user: { open_id: 'viewer-1', nickname: '改了名' } }],
    ['at another time', { at: TEST_NOW + 60_000 }],
  ])('that is %s is a plain repeat', async (_, change) => {
    const air = await guild()
    const gift = partnerGift(air.room.room_code, { event_id: 'x' })
    await push(air, gift)
    const { data } = await push(air, { ...gift, ...change })
    expect(data).toEqual({ accepted: 0, repeated: 1, refused: [] })
    expect(await refusedOf(air)).toEqual([])
  })
})
