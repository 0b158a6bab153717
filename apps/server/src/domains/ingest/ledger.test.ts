import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, buildRun, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { createIngest, type Ingest } from './ingest.service.ts'
import type { StoredItems } from './rows.ts'

let server: TestServer
let ingest: Ingest
let air: OnAir
let code: string
let heard: StoredItems[]

beforeAll(async () => {
  server = await bootServer()
  ingest = createIngest(server.platform, { forward: async () => {} })
  ingest.onStored((stored) => heard.push(stored))
})
afterAll(() => server.close())

beforeEach(async () => {
  air = await buildOnAir(server.platform)
  code = air.room.room_code
  heard = []
})
afterEach(async () => expect(await reconcile(server.db)).toEqual([]))

const item = (event: LiveEvent, run_id: string | null = air.run.run_id) => ({
  type: 'event',
  run_id,
  event,
})
const store = (first_seq: number, ...items: unknown[]) =>
  ingest.storeSpool(air.pc.id, 'spool', first_seq, items)
const runOf = (run_id: string) =>
  server.db.query
    .selectFrom('run')
    .selectAll()
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
const rows = (
  table: 'gift_event' | 'ledger_entry' | 'room_event' | 'room_moment' | 'trigger_log',
) =>
  server.db.query
    .selectFrom(table)
    .selectAll()
    .where('room_id', '=', air.room.id)
    .orderBy('id')
    .execute()
const accountDays = () =>
  server.db.query
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', air.account.account_id)
    .orderBy('day')
    .execute()

const from = (open_id: string) => ({ open_id, nickname: open_id })
const gifts = async () =>
  (await rows('gift_event')).map(({ fen, is_test, is_ai }) => ({ fen, is_test, is_ai }))

test('a gift becomes an entry and every rollup, in one go', async () => {
  const event = giftEvent(code, { raw: { cmd: 'SEND_GIFT' }, gift: { count: 3, fen: 300 } })
  expect(await store(1, item(event))).toEqual({ up_to: 1, refused: [] })
  expect(await rows('gift_event')).toMatchObject([
    { event_id: event.event_id, run_id: air.run.run_id, fen: 300, raw_json: '{"cmd":"SEND_GIFT"}' },
  ])
  expect(await rows('ledger_entry')).toMatchObject([
    { kind: 'gift', fen: 300, count: 3, day: '2026-03-02' },
  ])
  const sums = { gift_fen: 300, gift_count: 3, event_count: 1, viewers: 1, payers: 1 }
  expect(await runOf(air.run.run_id)).toMatchObject(sums)
  expect(await accountDays()).toMatchObject([{ fen: 300, count: 3, event_count: 1 }])
  const minutes = await server.db.query
    .selectFrom('room_minute')
    .selectAll()
    .where('room_id', '=', air.room.id)
    .execute()
  expect(minutes).toEqual([{ room_id: air.room.id, minute: TEST_NOW / 60_000, fen: 300 }])
  expect(heard.map((one) => one.gift_events.map(({ event_id }) => event_id))).toEqual([
    [event.event_id],
  ])
})

test('what a super chat says is kept, with or without the platform’s own message', async () => {
  const superChat = { kind: 'super_chat', gift: { name: '醒目留言', fen: 3_000 } } as const
  await store(
    1,
    item(giftEvent(code, { ...superChat, text: '生日快乐' })),
    item(giftEvent(code, { ...superChat, text: '加油', raw: { cmd: 'SUPER_CHAT' } })),
  )
  expect(await rows('gift_event')).toMatchObject([
    { text: '生日快乐', raw_json: null },
    { text: '加油', raw_json: '{"cmd":"SUPER_CHAT"}' },
  ])
})

test('other kinds count in their run, people once', async () => {
  await store(
    1,
    item(danmuEvent(code, { user: from('a') })),
    item(danmuEvent(code, { user: from('a') })),
    item(danmuEvent(code, { user: from('b'), kind: 'like', count: 20 })),
    item(danmuEvent(code, { user: from('c'), kind: 'follow' })),
    item(danmuEvent(code, { user: from('d'), kind: 'live_start' })),
    item(danmuEvent(code, { user: from('e'), is_ai: true })),
  )
  const sums = { danmu: 2, likes: 20, follows: 1, viewers: 3, payers: 0, gift_fen: 0 }
  expect(await runOf(air.run.run_id)).toMatchObject(sums)
  await store(
    7,
    item(giftEvent(code, { user: from('a') })),
    item(giftEvent(code, { user: from('a') })),
  )
  expect(await runOf(air.run.run_id)).toMatchObject({ viewers: 3, payers: 1, gift_fen: 2_000 })
})

describe('nothing is stored twice', () => {
  test('the same batch, the same event in two batches and twice in one', async () => {
    const [a, b] = [giftEvent(code), giftEvent(code)]
    await store(1, item(a), item(a))
    expect(await store(1, item(a), item(a))).toEqual({ up_to: 2, refused: [] })
    expect(await store(3, item(a), item(b))).toEqual({ up_to: 4, refused: [] })
    // The acknowledgement was lost and the PC is another process now: all comes again.
    await ingest.storeSpool(air.pc.id, 'new spool', 1, [item(a), item(b)])
    expect(await rows('ledger_entry')).toHaveLength(2)
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 2_000, event_count: 2 })
    expect(heard.flatMap((one) => one.gift_events)).toHaveLength(2)
  })

  test('another source may use the same identifier', async () => {
    const a = giftEvent(code)
    await store(1, item(a), item({ ...a, source: 'douyin' }))
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 2_000 })
  })

  test('another account with the same source and identifier is told, not swallowed', async () => {
    const other = await buildOnAir(server.platform)
    await store(1, item(giftEvent(code, { event_id: 'taken' })))
    const theirs = [giftEvent(other.room.room_code, { event_id: 'taken' })]
    expect(await ingest.push(other.account.account_id, other.room.room_code, theirs)).toMatchObject(
      {
        accepted: 0,
        repeated: 0,
        refused: [
          {
            index: 0,
            event_id: 'taken',
            reason: expect.stringContaining('另一个直播账号') as string,
          },
        ],
      },
    )
  })

  test('batches at once from many PCs', async () => {
    const events = Array.from({ length: 40 }, () => giftEvent(code))
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        ingest.storeSpool(
          air.pc.id,
          `spool-${i}`,
          1,
          events.map((event) => item(event)),
        ),
      ),
    )
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 40_000, event_count: 40 })
    expect(heard.flatMap((one) => one.gift_events)).toHaveLength(40)
  })
})

describe('the spool', () => {
  test('overlapping batches store only what is new', async () => {
    const [a, b, c] = [giftEvent(code), giftEvent(code), giftEvent(code)]
    await store(1, item(a), item(b))
    expect(await store(2, item(b), item(c))).toEqual({ up_to: 3, refused: [] })
    expect(await ingest.spoolAcked(air.pc.id, 'spool')).toBe(3)
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 3_000 })
  })

  test('a gap is what the PC gave up: the rest is stored', async () => {
    await store(1, item(giftEvent(code)))
    expect(await store(10, item(giftEvent(code)))).toEqual({ up_to: 10, refused: [] })
    expect(await ingest.spoolAcked(air.pc.id, 'spool')).toBe(10)
  })

  test('a batch of nothing acknowledges nothing', async () => {
    expect(await store(500)).toEqual({ up_to: 0, refused: [] })
    expect(await ingest.spoolAcked(air.pc.id, 'spool')).toBe(0)
  })

  test('no PC moves on the spool of another', async () => {
    const other = await buildOnAir(server.platform)
    await ingest.storeSpool(other.pc.id, 'spool', 1, [{}, {}, {}])
    expect(await ingest.spoolAcked(air.pc.id, 'spool')).toBe(0)
    await store(1, item(giftEvent(code)))
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 1_000 })
  })

  test('a bad event is named, the others are stored, and it never comes again', async () => {
    const bad = { ...giftEvent(code, { event_id: 'bad' }), at: 'now' }
    const batch = [item(giftEvent(code)), { type: 'event', run_id: null, event: bad }, 7]
    const { up_to, refused } = await store(1, ...batch, item(giftEvent(code)))
    expect(up_to).toBe(4)
    expect(refused).toMatchObject([
      { index: 1, event_id: 'bad', reason: '发生时间不是一个有效的数字' },
      { index: 2, event_id: null },
    ])
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 2_000 })
    expect(await store(1, ...batch)).toMatchObject({ refused: [] })
  })

  test('sentences, decisions and logs join the timeline once', async () => {
    const run_id = air.run.run_id
    const said = (at: number, text: string, state = 'spoken') => ({
      type: 'speech',
      room_code: code,
      run_id,
      at,
      speech_id: text,
      event_id: 'e',
      state,
      text,
      priority: 1,
    })
    const decision = {
      type: 'decision',
      room_code: code,
      run_id,
      at: TEST_NOW,
      event_id: 'e',
      event_key: 'gift.receive',
      set_id: 's',
      node_id: 'n',
      node_name: '谢礼\0',
      outcome: 'fired',
      text: '谢谢',
      trace: { steps: 1 },
    }
    const log = {
      type: 'log',
      room_code: code,
      run_id,
      at: TEST_NOW,
      level: 'warn',
      text: '断线',
      alarm: { type: 2 },
    }
    const own = { ...log, room_code: null, run_id: null, text: '磁盘快满了' }
    const items = [said(TEST_NOW + 5, '第二句'), said(TEST_NOW, '第一句'), decision, log, own]
    expect(await store(1, ...items)).toEqual({ up_to: 5, refused: [] })
    await store(1, ...items)
    expect(await rows('room_moment')).toMatchObject([
      { kind: 'speech', tag: 'spoken', text: '第二句', event_id: 'e' },
      { kind: 'speech', tag: 'spoken', text: '第一句' },
      { kind: 'log', tag: 'warn', text: '断线' },
    ])
    expect(await rows('trigger_log')).toMatchObject([
      { node_name: '谢礼\ufffd', outcome: 'fired', trace_json: '{"steps":1}' },
    ])
    const room = server.db.query
      .selectFrom('room')
      .select(['sentence', 'sentence_at', 'alarm', 'alarm_at'])
      .where('id', '=', air.room.id)
    expect(await room.executeTakeFirst()).toEqual({
      sentence: '第二句',
      sentence_at: TEST_NOW + 5,
      alarm: '断线',
      alarm_at: TEST_NOW,
    })
  })
})

describe('a PC that lies', () => {
  test('about another PC’s run, or a room that is not the run’s', async () => {
    const other = await buildOnAir(server.platform)
    const theirs = giftEvent(other.room.room_code)
    const { up_to, refused } = await store(
      1,
      item(theirs, other.run.run_id),
      item(theirs),
      item(theirs, null),
      item(giftEvent(code), 'no such run'),
    )
    expect(up_to).toBe(4)
    expect(refused.map(({ reason }) => reason)).toEqual([
      '该场次不属于这台 PC',
      '直播间与场次不符',
      '该直播间不属于这台 PC',
      '该场次不属于这台 PC',
    ])
    expect(await rows('gift_event')).toEqual([])
  })
})

describe('what counts', () => {
  test('AI, test and unpaid are stored and never counted', async () => {
    await store(
      1,
      item(giftEvent(code, { is_ai: true })),
      item(giftEvent(code, { is_test: true })),
      item(giftEvent(code, { gift: { paid: false, fen: 500 } })),
      item(giftEvent(code, { gift: { fen: 0 } })),
    )
    expect(await gifts()).toHaveLength(4)
    expect(await rows('ledger_entry')).toEqual([])
    const sums = { gift_fen: 0, gift_count: 0, event_count: 4, payers: 0 }
    expect(await runOf(air.run.run_id)).toMatchObject(sums)
  })

  test('nothing in a rehearsal', async () => {
    const rehearsal = await buildRun(server.platform, air.room, { mode: 2 })
    await store(1, item(giftEvent(code), rehearsal.run_id))
    expect(await gifts()).toEqual([{ fen: 1_000, is_test: 1, is_ai: 0 }])
    expect(await rows('ledger_entry')).toEqual([])
  })

  test('the simulator only where all is a demonstration', async () => {
    await store(1, item(giftEvent(code, { source: 'simulator' })))
    expect(await rows('ledger_entry')).toEqual([])
    air = await buildOnAir(server.platform, { room: { is_demo: 1 } })
    await store(1, item(giftEvent(air.room.room_code, { source: 'simulator' })))
    expect(await rows('ledger_entry')).toMatchObject([{ kind: 'gift', fen: 1_000 }])
  })

  test('without a run it still counts for account and room', async () => {
    await store(1, item(giftEvent(code), null))
    expect(await rows('ledger_entry')).toMatchObject([{ run_id: null, fen: 1_000 }])
    expect(await accountDays()).toMatchObject([{ fen: 1_000, event_count: 1 }])
    expect(await runOf(air.run.run_id)).toMatchObject({ gift_fen: 0, event_count: 0 })
  })
})

describe('the business day', () => {
  test('is that of the event, in Shanghai, to the millisecond', async () => {
    const midnight = Date.UTC(2026, 2, 1, 16)
    await store(
      1,
      item(giftEvent(code, { at: midnight - 1, gift: { fen: 1 } })),
      item(giftEvent(code, { at: midnight, gift: { fen: 2 } })),
      item(giftEvent(code, { at: midnight, is_test: true })),
    )
    expect(await accountDays()).toMatchObject([
      { day: '2026-03-01', fen: 1, event_count: 1 },
      { day: '2026-03-02', fen: 2, event_count: 2 },
    ])
  })

  test('a clock far ahead is not believed', async () => {
    const near = giftEvent(code, { event_id: 'near', at: TEST_NOW + 300_000 })
    const far = giftEvent(code, { event_id: 'far', at: Number.MAX_SAFE_INTEGER })
    await store(1, item(near), item(far))
    expect(await rows('gift_event')).toMatchObject([
      { event_id: 'near', at: TEST_NOW + 300_000 },
      { event_id: 'far', at: TEST_NOW, received_at: TEST_NOW },
    ])
  })
})
