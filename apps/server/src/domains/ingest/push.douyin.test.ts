import { describe, expect, test } from 'vitest'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import type { DouyinPush } from '@kaibo/testkit/push.ts'
import { answerOf, gift, payload, PushScenario } from './push.fixture.ts'

const here = new PushScenario()
const LONG = { nickname: '长'.repeat(150), avatar_url: `https://p/${'a'.repeat(1_500)}` }

describe('Douyin', () => {
  test('gifts become income; a repeated one does not, a test one is only shown', async () => {
    const sent = gift()
    const payloads = [sent, sent, gift({ test: true }), gift({ gift_value: 0 })]
    expect(await here.pushDouyin({ payloads })).toMatchObject({
      status: 200,
      code: 0,
      data: { accepted: 3, repeated: 1, refused: [] },
    })
    expect(await here.pushDouyin({ payloads })).toMatchObject({
      data: { accepted: 0, repeated: 4 },
    })
    expect(await here.runOf(here.air.run.run_id)).toMatchObject({
      gift_fen: 20,
      gift_count: 2,
      event_count: 3,
    })
    const [first] = await here.gifts()
    expect(first).toMatchObject({ source: 'douyin', raw_unit: '分', raw_value: 20, count: 2 })
    expect(JSON.parse(first?.raw_json ?? '')).toEqual(sent)
  })

  test('comments, likes and fan clubs', async () => {
    await here.pushDouyin({ type: 'live_comment', payloads: [payload({ content: '主播好' })] })
    await here.pushDouyin({ type: 'live_like', payloads: [payload({ like_num: 30 })] })
    await here.pushDouyin({ type: 'live_fansclub', payloads: [payload()] })
    expect(await here.runOf(here.air.run.run_id)).toMatchObject({
      danmu: 1,
      likes: 30,
      follows: 1,
      viewers: 1,
    })
    const events = here.server.db.query
      .selectFrom('room_event')
      .where('room_id', '=', here.air.room.id)
    expect(await events.select(['kind', 'text', 'count']).orderBy('id').execute()).toEqual([
      { kind: 'danmu', text: '主播好', count: 1 },
      { kind: 'like', text: null, count: 30 },
      { kind: 'follow', text: null, count: 1 },
    ])
  })

  test('a payload that is wrong is named, the others are stored', async () => {
    const { data } = await here.pushDouyin({
      payloads: [gift({ msg_id: 'x', gift_value: 'much' }), 7, gift()],
    })
    expect(data.accepted).toBe(1)
    expect(data.refused).toMatchObject([{ index: 0, event_id: 'x' }, { index: 1 }])
  })

  test.each([
    ['a wrong secret', { secret: 'other' }, '签名不正确'],
    ['an empty secret', { secret: '' }, '签名不正确'],
  ])('%s is refused with 401', async (_, overrides, msg) => {
    const answer = await here.pushDouyin(overrides)
    expect(answer.status).toBe(401)
    expect(answer.msg).toContain(msg)
    expect(await here.gifts()).toEqual([])
  })

  test('a push that is sent again much later is taken, and counted once', async () => {
    const payloads = [gift()]
    for (const at of [TEST_NOW - 3_600_000, TEST_NOW]) await here.pushDouyin({ payloads, at })
    expect(await here.gifts()).toHaveLength(1)
  })

  test.each([
    ['no name and no picture', { nickname: null, avatar_url: null }, ''],
    ['a long name and a long picture', LONG, '长'.repeat(100)],
    ['half a letter at the end', { nickname: `${'长'.repeat(99)}😀` }, `${'长'.repeat(99)}\uFFFD`],
  ])('a viewer with %s pays all the same', async (_, viewer, nickname) => {
    expect((await here.pushDouyin({ payloads: [gift(viewer)] })).data).toMatchObject({
      accepted: 1,
    })
    expect(await here.gifts()).toMatchObject([{ nickname, fen: 20 }])
  })

  test('what is nested too deep to keep is not kept, and paid all the same', async () => {
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown
    await here.pushDouyin({ payloads: [gift({ deep })] })
    expect(await here.gifts()).toMatchObject([{ raw_json: null, fen: 20 }])
  })

  test('late gifts of a room that was deleted meanwhile are of its run', async () => {
    await here.removeRoom()
    await here.pushDouyin({ payloads: [gift()] })
    expect(await here.gifts()).toMatchObject([{ run_id: here.air.run.run_id, fen: 20 }])
  })

  test('late gifts of an account that has another room by now are of its old run', async () => {
    await here.removeRoom()
    await buildRoom(here.server.platform, { account_id: here.air.account.account_id })
    await here.pushDouyin({ payloads: [gift()] })
    expect(await here.gifts()).toMatchObject([{ run_id: here.air.run.run_id, fen: 20 }])
  })

  test('no signature and a changed body are refused', async () => {
    const headers = { 'x-roomid': here.air.account.platform_room_id, 'x-signature': 'x' }
    for (const body of ['[]', '']) {
      const sent = fetch(`${here.url}/ingest/v1/douyin`, { method: 'POST', headers, body })
      expect((await answerOf(sent)).status).toBe(401)
    }
  })

  test('an account whose secret was never entered takes nothing', async () => {
    here.air = await buildOnAir(here.server.platform, {
      account: { platform: 'douyin', platform_room_id: 'bare' },
    })
    expect(await here.pushDouyin({ secret: '' })).toMatchObject({ status: 401 })
  })

  test.each(['unknown', ''])(
    'room %j is unknown: 1005, but no failure to the platform',
    async (room_id) => {
      expect(await here.pushDouyin({ room_id })).toMatchObject({
        status: 200,
        code: 1005,
        msg: '直播间不存在',
      })
    },
  )

  test('a message type that we do not know is refused', async () => {
    const type = 'live_dance' as DouyinPush['type']
    expect(await here.pushDouyin({ type })).toMatchObject({ status: 200, code: 1001 })
  })
})
