import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { quickFolder } from '@kaibo/testkit/quick-folder.ts'
import { hold } from './hold.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  const dataDir = quickFolder('kaibo-needs-')
  const server = await bootServer({
    file: join(dataDir, 'kaibo.db'),
    clock: 'system',
    config: { adminPassword: ADMIN_PASSWORD },
  })
  for (let n = 1; n <= 5; n++)
    await buildRoom(server.platform, { name: `没开成 ${n}`, state: 'failed' })
  for (let n = 1; n <= 2; n++)
    await buildRoom(server.platform, { name: `失联 ${n}`, state: 'living' })
  await buildRoom(server.platform, { name: '闲着' })
  await server.close()
  world = await createWorld({ KAIBO_DATA_DIR: dataDir })
})
afterAll(() => world.dispose())

test('许多间同时要人处理：说各为什么、几间，按一种只看那几间，地址里有，再按都回来', async () => {
  const page = await world.open('/digital/actor')
  const needs = page.getByRole('group', { name: '待处理原因' }).getByRole('button')
  const rooms = page.getByRole('main').getByRole('article')
  await expect.poll(() => needs.allInnerTexts()).toEqual(['PC离线 2', '开播失败 5'])
  expect(await rooms.count()).toBe(8)
  const high = async (name: string) =>
    (await page.getByRole('article', { name }).boundingBox())?.height
  expect(await high('闲着'), 'a line has no holes').toBe(await high('失联 2'))
  await needs.filter({ hasText: 'PC离线' }).click()
  await expect.poll(() => rooms.count()).toBe(2)
  await see(page.getByText('2/8 间'))
  await page.reload()
  await expect.poll(() => rooms.count()).toBe(2)
  const pressed = page.getByRole('button', { name: 'PC离线 2', pressed: true })
  await pressed.press('Enter')
  await expect.poll(() => rooms.count()).toBe(8)
  expect(page.faults).toEqual([])
})

/** How wide rows are, their acts say. */
async function placeOf(one: Locator) {
  const box = await one.boundingBox()
  return box && { x: box.x, y: box.y, height: box.height }
}

test('还没来的直播间，位子已经在：第一间就在原处，墙和表格都一样', async () => {
  const page = await world.open('/digital/actor?keyword=没开成 1')
  const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: '没开成 1' })
  const table = page.getByRole('table', { name: '数字主播' })
  const row = table.getByRole('row').filter({ hasText: '没开成 1' })
  for (const [path, coming, there] of [
    ['', page.locator('[data-kit="tile-stand-in"]').first(), tile],
    ['&view=table', page.locator('[data-kit="rows-stand-in"] tbody tr').first(), row],
  ] as const) {
    const wall = await hold(page, roomApi.wall.path)
    await page.goto(`/digital/actor?keyword=没开成 1${path}`)
    await coming.waitFor()
    const before = await placeOf(coming)
    await wall.letGo()
    await see(there)
    expect(await placeOf(there)).toEqual(before)
  }
  expect(page.faults).toEqual([])
})
