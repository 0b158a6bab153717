import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { stall } from '@kaibo/testkit/stall.ts'

let server: TestServer
let url: string
let air: OnAir
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  air = await buildOnAir(server.platform)
})
afterAll(() => server.close())

function push() {
  const { room_code } = air.room
  return pushEvents(url, {
    key: air.account.push_key,
    secret: PUSH_SECRET,
    room_code,
    events: ['x'.repeat(1_000_000)],
    at: TEST_NOW,
  })
}

test('while the database stalls, what comes beyond 32 MB is told to come again', async () => {
  const goOn = await stall(server.db, 'room')
  const answers: Response[] = []
  const pushes = Array.from({ length: 40 }, () =>
    push().then((answer) => void answers.push(answer)),
  )
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const [refused] = answers
  expect(refused?.status).toBe(503)
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect(await refused?.json()).toEqual({ code: 1009, msg: '服务繁忙，请稍后重试', data: null })

  await goOn()
  await Promise.all(pushes)
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(30)
  expect((await push()).status).toBe(200)
})
