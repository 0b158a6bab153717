import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { until } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD, runCommand } from '@kaibo/testkit/process.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from '../world.ts'

const EVENTS = 600
const EACH_FEN = 110
const BATCH = 20

let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({
    name: '不断播的直播间',
    agent: ['--source', 'simulator', '--seed', '7'],
  })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

const gift = (n: number) => ({
  source: 'partner',
  event_id: `gift-${n}`,
  room_code: room.code,
  kind: 'gift',
  at: Date.now(),
  user: { open_id: `viewer-${n % 40}`, nickname: `观众${n % 40}` },
  gift: {
    id: 'rose',
    name: '玫瑰',
    count: 1,
    raw_unit: '分',
    raw_value: EACH_FEN,
    fen: EACH_FEN,
    paid: true,
  },
})

/** As an honest sender does: a batch that was not answered is sent again, whole. */
async function send(events: unknown[]): Promise<void> {
  for (;;) {
    const answer = await pushEvents(world.server.url, {
      ...room.push,
      room_code: room.code,
      events,
    }).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('服务在事件流中被 SIGKILL 两次：重启后账目与发出的一致，一笔不多一笔不少', async () => {
  const sending = (async () => {
    for (let n = 0; n < EVENTS; n += BATCH) {
      await send(Array.from({ length: BATCH }, (_, i) => gift(n + i)))
    }
  })()
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await world.server.kill()
    await world.server.restart()
  }
  await sending

  const admin = await loginOver(world.server.url, 'admin', ADMIN_PASSWORD)
  const row = await admin.call(roomApi.info, { room_code: room.code })
  expect(row.state).toBe('living')
  expect(row.run?.gift_fen).toBe(EVENTS * EACH_FEN)
  const income = await admin.call(incomeApi.live, { room_code: room.code })
  expect(income.sum).toMatchObject({ gift_fen: EVENTS * EACH_FEN, gift_count: EVENTS, runs: 1 })

  // The simulator's own events went on through the kills; they are test events here and count for nothing.
  await until(
    'the agent is back',
    async () => {
      const { pc } = await admin.call(roomApi.info, { room_code: room.code })
      return pc?.presence === 'online'
    },
    60_000,
  )
  await world.server.stop()
  const { code, output } = await runCommand(world.server, 'reconcile')
  expect(output).toContain('对账完成：0 处差异')
  expect(code).toBe(0)
  await world.server.restart()
})
