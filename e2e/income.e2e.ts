import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, login, openPage, see } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const gift = (room_code: string, n: number, fen: number) => ({
  source: 'partner',
  event_id: `g-${n}`,
  room_code,
  kind: 'gift',
  at: Date.now(),
  user: { open_id: `u-${n}`, nickname: n === 1 ? '=HYPERLINK("http://x")' : `观众${n}` },
  gift: { id: 'rose', name: '玫瑰', count: 1, raw_unit: '分', raw_value: fen, fen, paid: true },
})

test('每场的流水点开是它的礼物；筛选在地址里；导出的表能打开', async () => {
  const room = await world.room({ name: '账目间', agent: ['--source', 'simulator'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
  const events = [1, 2, 3].map((n) => gift(room.code, n, n * 1_000))
  const answer = await pushEvents(world.server.url, { ...room.push, room_code: room.code, events })
  expect(await answer.json()).toMatchObject({ code: 0, data: { accepted: 3 } })

  const page = await openPage(world.browser, world.server.url)
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.goto('/income/live')
  const row = page.getByRole('row', { name: /账目间/ })
  await row.getByRole('button', { name: '60.00' }).click()
  const drawer = page.getByRole('dialog', { name: /账目间/ })
  await see(drawer.getByText('30.00'))
  const run = String(new URL(page.url()).searchParams.get('run'))
  expect(run).toBeTruthy()
  await page.keyboard.press('Escape')
  await gone(drawer)

  const chart = page.getByRole('img', { name: /每日流水/ })
  await see(chart)
  // A link to a run that is not on the page.
  await page.goto(`/income/live?keyword=没有这间&run=${run}`)
  await see(page.getByRole('dialog', { name: '这一场的礼物' }).getByText('30.00'))
  await page.goto('/income/live')

  const keyword = page.getByRole('searchbox', { name: /直播间/ })
  await keyword.fill('没有这间')
  await keyword.press('Enter')
  await see(page.getByText('没有符合条件的场次'))
  await gone(chart)
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('没有这间')
  await page.getByRole('button', { name: '清除筛选' }).first().click()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 xlsx' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  const file = readFileSync(await download.path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(page.faults).toEqual([])
})

test('图和列表一起更新：新来的礼物不用刷新', async () => {
  const room = await world.room({ name: '进账间', agent: ['--source', 'simulator'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
  const push = (n: number, fen: number) =>
    pushEvents(world.server.url, {
      ...room.push,
      room_code: room.code,
      events: [gift(room.code, n, fen)],
    })
  await push(11, 7_000)
  const page = await openPage(world.browser, world.server.url)
  await page.clock.install()
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.goto('/income/live?keyword=进账间')
  const chart = page.getByRole('img', { name: /每日流水/ })
  await see(chart.and(page.getByRole('img', { name: /¥70\.00/ })))
  await push(12, 3_000)
  await page.clock.runFor(15_000)
  await see(chart.and(page.getByRole('img', { name: /¥100\.00/ })))
})

test('正在看的数字不会因为别处变了而消失', async () => {
  const page = await openPage(world.browser, world.server.url)
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.goto('/income/live')
  const chart = page.getByRole('img', { name: /每日流水/ })
  const box = await chart.boundingBox()
  // The last day's bar stands at the right end.
  await chart.hover({ position: { x: (box?.width ?? 0) - 24, y: (box?.height ?? 0) / 2 } })
  const tip = chart.getByText('¥160.00')
  await see(tip)
  await page.keyboard.press('j')
  await see(page.locator('[data-row-at="0"]:focus'))
  expect(await tip.isVisible()).toBe(true)
})
