import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { partnerGift } from '@kaibo/testkit/build/event.build.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { pushDouyin, pushEvents } from '@kaibo/testkit/push.ts'
import { createSeal } from '#platform/seal.ts'

let server: TestServer
let url: string
let air: OnAir

/** As a server leaves them whose secret.key is another now. */
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  const former = createSeal(randomBytes(32))
  air = await buildOnAir(server.platform, {
    account: {
      platform: 'douyin',
      platform_room_id: 'sealed',
      credentials_sealed: former.close('{"push_secret":"s"}'),
      push_secret_sealed: former.close(PUSH_SECRET),
    },
  })
})
afterAll(() => server.close())

test('a push whose secret cannot be opened is refused as wrongly signed', async () => {
  const room_code = air.room.room_code
  const events = [partnerGift(room_code)]
  const key = air.account.push_key
  const answer = await pushEvents(url, {
    key,
    secret: PUSH_SECRET,
    room_code,
    events,
    at: TEST_NOW,
  })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 1002, msg: '签名不正确，请核对密钥' })
})

test('Douyin hears of credentials that cannot be opened as of no failure', async () => {
  const answer = await pushDouyin(url, {
    room_id: 'sealed',
    type: 'live_gift',
    secret: 's',
    payloads: [],
    at: TEST_NOW,
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ code: 1009, msg: '平台凭据无法读取，请重新填写' })
})
