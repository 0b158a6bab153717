import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type Room, type World } from '../world.ts'

let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: '夜场歌会', agent: ['--source', 'simulator', '--seed', '3'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

test('客户端被杀：墙上先出现待处理，客户端回来后同一场次继续', async () => {
  const page = await world.open('/digital/actor')
  const tile = page.getByRole('article', { name: '夜场歌会' })
  await see(tile.getByText('直播中'))
  const before = await world.admin.call(roomApi.info, { room_code: room.code })

  await room.agent.kill()
  await see(tile.getByText(/离线，直播可能已中断/), 60_000)
  await see(tile.getByRole('button', { name: '状态核对' }))

  room.agent.restart()
  await tile.getByText(/离线/).waitFor({ state: 'hidden', timeout: 60_000 })
  const after = await world.admin.call(roomApi.info, { room_code: room.code })
  expect(after.state).toBe('living')
  expect(after.attention).toBeNull()
  expect(after.run?.run_id).toBe(before.run?.run_id)

  await page.goto(`/digital/actor?room=${room.code}`)
  const timeline = page.getByRole('log', { name: '时间轴' })
  const seen = await timeline.getByRole('listitem').count()
  await see(timeline.getByRole('listitem').nth(seen), 30_000)
})
