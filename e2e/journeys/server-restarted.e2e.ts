import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { createWorld, type Room, type World } from '../world.ts'

let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: '凌晨档', agent: ['--source', 'simulator', '--seed', '5'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

test('服务重启而 PC 还没回来：显示未知，不报离线；PC 回来后在线，时间轴没有多话', async () => {
  await room.agent.kill()
  await world.server.kill()
  await world.server.restart()
  const page = await world.open('/digital/actor?presence=unknown')
  const tile = page.getByRole('article', { name: '凌晨档' })
  await see(tile.getByText('PC 未知'))
  await gone(tile.getByText('离线'))
  await page.goto(`/digital/actor?room=${room.code}`)
  const health = page.getByRole('dialog').getByRole('region', { name: '健康' })
  await see(health.getByText('未知'))
  expect(await health.innerText()).not.toContain('离线')
  await page.goto('/digital/actor?presence=offline')
  await see(page.getByText('没有符合条件的直播间'))

  room.agent.restart()
  await page.goto('/digital/actor?presence=online')
  // Among those whose PC is online.
  await see(tile, 60_000)
  const { list } = await world.admin.call(roomApi.consoleLogs, {
    room_code: room.code,
    kind: 'log',
  })
  expect(list.map((line) => line.text).filter((text) => text.startsWith('PC客户端'))).toEqual([])
})
