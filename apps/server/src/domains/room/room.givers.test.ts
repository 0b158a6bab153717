import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent, type GiftOverrides } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  air = await buildOnAir(server.platform)
})
afterAll(() => server.close())

/** A gift of a viewer; the name may differ from one to the next. */
const from = (viewer: number, fen: number, { gift, ...more }: GiftOverrides = {}) =>
  giftEvent(air.room.room_code, {
    user: { open_id: `u${viewer}`, nickname: `观众${viewer}` },
    ...more,
    gift: { fen, count: 2, ...gift },
  })
const give = (...events: ReturnType<typeof from>[]) =>
  server.app.ingest.push(air.account.account_id, air.room.room_code, events)
const top = async (room_code = air.room.room_code) =>
  (await server.call(roomApi.givers, { room_code }, operator)).data.list

test('the five who gave most, each with all gifts together and the name of the last one', async () => {
  await give(from(1, 100), from(2, 700), from(3, 300), from(4, 400), from(5, 500), from(6, 600))
  await give(from(1, 550, { user: { open_id: 'u1', nickname: '改了名' } }))
  expect((await top()).map(({ nickname, fen, count }) => [nickname, fen, count])).toEqual([
    ['观众2', 700, 2],
    ['改了名', 650, 4],
    ['观众6', 600, 2],
    ['观众5', 500, 2],
    ['观众4', 400, 2],
  ])
})

test('what does not count as money counts here neither, nor what comes twice', async () => {
  const before = await top()
  const again = from(7, 10)
  await give(
    from(2, 9_000, { is_test: true }),
    from(2, 9_000, { is_ai: true }),
    from(2, 0, { gift: { fen: 0, paid: false } }),
    again,
  )
  await give(again)
  expect(await top()).toEqual(before)
  const given = server.db.query.selectFrom('run_giver').select('fen').where('open_id', '=', 'u7')
  expect(await given.execute()).toEqual([{ fen: 10 }])
})

test('a room that never ran has nobody', async () => {
  expect(await top((await buildRoom(server.platform)).room_code)).toEqual([])
})
