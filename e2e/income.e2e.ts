import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { pushDouyin, pushEvents } from '@kaibo/testkit/push.ts'
import { hold } from './hold.ts'
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

  const page = await world.open('/income/live')
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
  const page = await world.page()
  await page.clock.install()
  await world.enter(page, '/income/live?keyword=进账间')
  const chart = page.getByRole('img', { name: /每日流水/ })
  await see(chart.and(page.getByRole('img', { name: /¥70\.00/ })))
  await push(12, 3_000)
  await page.clock.runFor(15_000)
  await see(chart.and(page.getByRole('img', { name: /¥100\.00/ })))
})

test('正在看的数字不会因为别处变了而消失', async () => {
  const page = await world.open('/income/live')
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

test('没有记进账的礼物看得见：补好直播间后重新入账一次，记不得的写明原因忽略', async () => {
  const nickname = '没有房间的账号'
  const platform_room_id = '9901'
  const push_secret = 'douyin-secret'
  const { account } = await world.admin.call(liveAccountApi.add, {
    platform: 'douyin',
    nickname,
    platform_room_id,
    credentials: { push_secret },
  })
  const lost = {
    msg_id: 'lost-1',
    sec_openid: 'viewer',
    nickname: '等房间的观众',
    timestamp: Date.now(),
    sec_gift_id: 'g',
    gift_num: 2,
    gift_value: 660,
  }
  const send = { room_id: platform_room_id, type: 'live_gift', secret: push_secret } as const
  await pushDouyin(world.server.url, { ...send, payloads: [lost] })

  const page = await world.open('/income/live')
  await page.getByRole('button', { name: '未入账 1 条 · ¥6.60' }).click()
  const drawer = page.getByRole('dialog', { name: '未入账的收入' })
  const row = drawer.getByRole('row', { name: /等房间的观众/ })
  await see(row.getByText('直播账号没有绑定直播间'))
  await row.getByRole('button', { name: '重新入账' }).click()
  const dialog = page.getByRole('dialog', { name: /重新入账/ })
  const book = dialog.getByRole('button', { name: '重新入账' })
  await book.click()
  await see(dialog.getByText('仍不能入账：直播账号没有绑定直播间'))
  const { account_id } = account
  await world.admin.call(roomApi.create, { name: '补上的房间', account_id })
  await book.click()
  await see(dialog.getByText('已入账 ¥6.60'))
  await dialog.getByRole('button', { name: '关闭' }).first().click()
  await see(drawer.getByText('没有待处理的记录'))
  const days = await world.admin.call(incomeApi.days, { account_id })
  expect(days.list.at(-1)).toMatchObject({ gift_fen: 660, gift_count: 2 })

  // What comes meanwhile shows by itself; nothing makes a partner the platform.
  const room = await world.room({ name: '冒名间', agent: ['--source', 'simulator'] })
  const forged = { ...gift(room.code, 31, 9_900), source: 'bilibili' }
  await pushEvents(world.server.url, { ...room.push, room_code: room.code, events: [forged] })
  const other = drawer.getByRole('row', { name: /观众31/ })
  await see(other.getByText('来源名称「bilibili」为系统保留'))
  expect(await other.getByRole('button', { name: '重新入账' }).isDisabled()).toBe(true)
  await other.getByRole('button', { name: '忽略' }).click()
  const form = page.getByRole('dialog', { name: /忽略 · 观众31/ })
  await form.getByRole('button', { name: '忽略这条记录' }).click()
  await see(form.getByText('请输入原因'))
  await form.getByRole('textbox', { name: '原因' }).fill('合作方写错了来源')
  await form.getByRole('button', { name: '忽略这条记录' }).click()
  await gone(other)
  await drawer.getByText('已忽略').click()
  await see(other.getByText('合作方写错了来源'))
  await page.keyboard.press('Escape')
  await gone(drawer)

  // The room says it as well.
  const again = { ...forged, event_id: 'g-32' }
  await pushEvents(world.server.url, { ...room.push, room_code: room.code, events: [again] })
  await page.goto(`/digital/actor?room=${room.code}`)
  const over = page.getByRole('dialog', { name: '冒名间' })
  await see(over.getByRole('button', { name: '未入账 1 条 · ¥99.00' }))
  expect(page.faults).toEqual([])
})

test('场次外收到的礼物在列表里有一行，和合计、按日一致；没有的场次说不存在', async () => {
  const room = await world.idleRoom('未开播间')
  const events = [41, 42].map((n) => gift(room.code, n, 1_250))
  await pushEvents(world.server.url, { ...room.push, room_code: room.code, events })
  const page = await world.open('/income/live?keyword=未开播间')
  await see(page.getByText('0 场 · 共 ¥25.00 · 礼物 2 个 · 其中场次外 ¥25.00'))
  await see(page.getByRole('img', { name: /¥25\.00/ }))
  const row = page.getByRole('row', { name: /未开播间.*场次外/ })
  await row.getByRole('button', { name: '25.00' }).click()
  const drawer = page.getByRole('dialog', { name: /未开播间.*场次外的礼物/ })
  await see(drawer.getByText('12.50').first())
  await page.goto('/income/live?run=NOPE')
  await see(page.getByRole('dialog').getByText('场次不存在'))
  expect(page.faults).toEqual([])
})

test('图还在路上时它的位置已经留好：来了以后，下面的行不动', async () => {
  const { code, push } = await world.idleRoom('留位间')
  const events = [gift(code, 51, 100)]
  await pushEvents(world.server.url, { ...push, room_code: code, events })
  const page = await world.open('/account')
  const days = await hold(page, incomeApi.days.path)
  await page.goto('/income/live?keyword=留位间')
  const row = page.locator('tbody [data-row-at="0"]')
  await see(row)
  await see(page.locator('figure[aria-busy=true]').getByText('每日流水'))
  const before = await row.boundingBox()
  await days.letGo()
  await see(page.getByRole('img', { name: /每日流水/ }))
  expect(await row.boundingBox()).toEqual(before)
})
