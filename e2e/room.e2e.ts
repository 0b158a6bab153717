import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { startAgent } from '@kaibo/testkit/process.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { hold } from './hold.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('空的墙说明直播间是什么；从空白建好账号、PC 和直播间，PC 按给出的命令登记上线', async () => {
  const page = await world.open('/digital/actor')
  await see(page.getByText('还没有直播间'))

  await page.getByRole('button', { name: '新建直播间' }).first().click()
  const form = page.getByRole('dialog', { name: '新建直播间' })
  await form.getByRole('button', { name: '保存直播间' }).click()
  await see(form.getByText('请输入名称'))
  await see(form.getByText('请输入直播账号'))

  await form.getByLabel('名称').fill('深夜电台')
  await form.getByRole('button', { name: '添加直播账号' }).click()
  const account = page.getByRole('dialog', { name: '添加直播账号' })
  await account.getByLabel('账号昵称').fill('电台小夜')
  await account.getByLabel('身份码').fill('C0DE')
  await account.getByRole('button', { name: '添加账号' }).click()
  const secret = page.getByRole('dialog', { name: /推送密钥/ })
  await see(secret.getByText('推送 Secret'))
  await page.keyboard.press('Escape')
  await secret.getByRole('button', { name: '知道了' }).click()
  await gone(secret)
  await see(form.getByText('电台小夜'))

  await form.getByRole('button', { name: '添加 PC' }).click()
  const pc = page.getByRole('dialog', { name: '添加 PC' })
  await pc.getByLabel('PC名称').fill('机房一号')
  const address = pc.getByLabel('服务器地址')
  expect(await address.inputValue(), 'the address by which the console was reached').toBe(
    world.server.url,
  )
  await address.fill('kaibo.example.com')
  await pc.getByRole('button', { name: '生成登记码' }).click()
  await see(pc.getByText('服务器地址须形如 https://kaibo.example.com，不带路径'))
  await address.fill(world.server.url)
  await pc.getByRole('button', { name: '生成登记码' }).click()
  const command = page.getByRole('dialog', { name: /机房一号/ })
  const line = await command.getByText(/curl/).first().innerText()
  const key = /--key (\S+)/.exec(line)?.[1]
  expect(line).toContain(`--server ${world.server.url}`)
  await page.keyboard.press('Escape')
  await command.getByRole('button', { name: '完成' }).click()

  await form.getByRole('button', { name: '保存直播间' }).click()
  await gone(form)
  const tile = page.getByRole('article', { name: '深夜电台' })
  await see(tile.getByText('PC 离线'))
  const agent = startAgent({ server: world.server.url, key: String(key) })
  await see(tile.getByText('未播过'), 30_000)
  await gone(tile.getByText('PC 离线'))

  // The account lacks most of what Bilibili needs: the start says which, and does not start.
  await tile.getByRole('button', { name: '开播', exact: true }).click()
  const checks = page.getByRole('dialog', { name: /开播 · 深夜电台/ })
  await see(checks.getByText('阻断'))
  await see(checks.getByText(/^\d+ 项通过$/))
  expect(await checks.getByRole('button', { name: '开播', exact: true }).isDisabled()).toBe(true)
  await agent.dispose()
  expect(page.faults).toEqual([])
})

test('两人同时改：后保存的人看到提示，内容不丢，再保存成功', async () => {
  const { code } = await world.idleRoom('冲突间')
  const page = await world.open('/digital/actor?view=table')
  const row = page.getByRole('row', { name: /冲突间/ })
  await row.getByRole('button', { name: /更多操作/ }).click()
  await page.getByRole('menuitem', { name: '编辑直播间' }).click()
  expect(new URL(page.url()).searchParams.get('edit')).toBe(code)
  const form = page.getByRole('dialog', { name: '编辑直播间' })
  await form.getByLabel('名称').fill('我起的名字')

  const current = await world.admin.call(roomApi.info, { room_code: code })
  await world.admin.call(roomApi.update, {
    room_code: code,
    version: current.version,
    name: '别人起的名字',
    account_id: current.account.account_id,
    pc_id: current.pc?.pc_id ?? null,
    mode: current.mode,
    actor: current.actor,
  })
  await form.getByRole('button', { name: '保存直播间' }).click()
  const clash = form.getByRole('alert').getByRole('group', { name: '名称' })
  expect(await clash.getByRole('radio', { name: '我的：我起的名字' }).isChecked()).toBe(true)
  await see(clash.getByText('对方的：别人起的名字'))
  expect(await form.getByRole('textbox', { name: '名称' }).inputValue()).toBe('我起的名字')
  await form.getByRole('button', { name: '保存直播间' }).click()
  await gone(form)
  await see(page.getByRole('row', { name: /我起的名字/ }))
})

const happened = (room_code: string, n: number, nickname: string, what: object) => ({
  source: 'partner',
  event_id: `${room_code}-${n}`,
  room_code,
  at: Date.now(),
  user: { open_id: `u-${nickname}`, nickname },
  ...what,
})
const rocket = { id: 'rocket', name: '热气球', count: 1, raw_unit: '分', raw_value: 1, paid: true }

async function bottomOf(one: Locator) {
  const box = await one.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('直播间的一页：一句话挂在它的起因下面，没有结果的折起来，送得最多的看得见；手机上停播按得到', async () => {
  const { code, push } = await world.room({ name: '看得清的间', agent: [] })
  await world.admin.call(roomApi.start, { room_code: code })
  const page = await world.open(`/digital/actor?room=${code}`)
  await page.getByRole('link', { name: '打开整页' }).click()
  await page.waitForURL(`**/digital/room/${code}`)

  const likes = Array.from({ length: 5 }, (_, n) =>
    happened(code, n, `路人${n}`, { kind: 'like', count: 1 }),
  )
  const answer = await pushEvents(world.server.url, {
    ...push,
    room_code: code,
    events: [
      happened(code, 10, '山茶同学', { kind: 'gift', gift: { ...rocket, fen: 5_200 } }),
      happened(code, 11, '北辰先生', { kind: 'gift', gift: { ...rocket, fen: 900 } }),
      happened(code, 12, '云朵老王', { kind: 'danmu', text: '天气真好' }),
      ...likes,
    ],
  })
  expect(await answer.json()).toMatchObject({ code: 0, data: { accepted: 8 } })

  const timeline = page.getByRole('log', { name: '时间轴' })
  const line = timeline.getByRole('listitem').filter({ hasText: '送出 热气球 ×1' })
  const gift = line.filter({ has: page.locator('b', { hasText: '山茶同学' }) })
  await see(gift.getByText('¥52.00'))
  await see(gift.getByText(/「.*山茶同学.*」/))
  await gift.getByText('大额礼物', { exact: true }).hover()
  await see(page.getByText('「大额礼物」已触发').last())

  const fold = timeline.getByRole('button', { name: /^\d 条点赞$/ })
  await fold.click()
  await see(timeline.getByText('路人4'))

  const givers = page.getByRole('region', { name: '送礼最多' }).getByRole('listitem')
  await see(givers.filter({ hasText: '山茶同学' }).getByText('¥52.00'))
  expect(await givers.allInnerTexts()).toEqual([
    expect.stringContaining('山茶同学'),
    expect.stringContaining('北辰先生'),
  ])
  await see(page.getByRole('region', { name: '本场收入' }).getByText('¥61.00'))
  await see(page.getByRole('region', { name: '健康' }).getByText('在线'))

  await see(timeline.getByText('天气真好'))
  await page.getByRole('region', { name: '时间轴' }).getByText('礼物', { exact: true }).click()
  await gone(timeline.getByText('天气真好'))
  await see(line)
  expect(new URL(page.url()).searchParams.get('moments.kind')).toBe('gift')
  await page.reload()
  await see(line)

  const phone = await world.open('/', { width: 390, height: 844, touch: true })
  const tile = phone.getByRole('article', { name: '看得清的间' })
  const money = tile.getByText('¥61')
  await see(money)
  expect(await meet(tile.getByRole('checkbox'), money), 'pressed over the money').toBe(false)

  await page.setViewportSize({ width: 390, height: 844 })
  const stop = page.getByRole('button', { name: '停播', exact: true })
  const below = async () => (await bottomOf(page.getByRole('main'))) - (await bottomOf(stop))
  await expect.poll(below, { message: 'where a thumb reaches it' }).toBeLessThan(16)
  await stop.click()
  const question = page.getByRole('dialog', { name: '停播 · 看得清的间' })
  await question.getByRole('button', { name: '停播', exact: true }).click()
  await gone(question)
  await see(page.getByRole('button', { name: '开播', exact: true }))
  expect(page.faults).toEqual([])
})

test('紧急停播：一按就停，原因之后再填', async () => {
  const { code } = await world.room({ name: '要急停的间', agent: ['--source', 'simulator'] })
  await world.admin.call(roomApi.start, { room_code: code })
  const page = await world.open(`/digital/actor?room=${code}`)
  const drawer = page.getByRole('dialog', { name: '要急停的间' })
  const stopping = await hold(page, roomApi.stop.path)
  await drawer.getByRole('button', { name: '紧急停播' }).click()
  const ask = page.getByRole('dialog', { name: '为什么紧急停播' })
  await see(ask.getByText('正在紧急停播'))
  await stopping.letGo()
  await ask.getByLabel('为什么紧急停播').fill('画面黑屏')
  await ask.getByRole('button', { name: '保存原因' }).click()
  await gone(ask)
  await see(drawer.getByText('未开播').first())
})

test('紧急停播的原因还在路上就离开了页面：没保存成的也说出来', async () => {
  const { code } = await world.room({ name: '断网间', agent: ['--source', 'simulator'] })
  await world.admin.call(roomApi.start, { room_code: code })
  const page = await world.open(`/digital/actor?room=${code}`)
  const noting = await hold(page, roomApi.stopReason.path)
  await page
    .getByRole('dialog', { name: '断网间' })
    .getByRole('button', { name: '紧急停播' })
    .click()
  const ask = page.getByRole('dialog', { name: '为什么紧急停播' })
  await see(ask.getByText('已紧急停播'))
  await ask.getByLabel('为什么紧急停播').fill('画面黑屏')
  await ask.getByRole('button', { name: '保存原因' }).click()
  await expect.poll(() => noting.held.length).toBe(1)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索与跳转' }).fill('zhfz')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/group')
  await Promise.all(noting.held.map((call) => call.abort()))
  await see(page.getByText('「断网间」的停播原因没有保存：连接服务器失败'))
})

test('开播还在路上就关了窗口：被拒绝时说是哪一间、为什么', async () => {
  const { code } = await world.room({ name: '慢间', agent: ['--source', 'simulator'] })
  const page = await world.open('/digital/actor')
  const starting = await hold(page, roomApi.start.path)
  await page
    .getByRole('article', { name: '慢间' })
    .getByRole('button', { name: '开播', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: /开播 · 慢间/ })
  await dialog.getByRole('button', { name: '开播', exact: true }).click()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await gone(dialog)
  await world.admin.call(roomApi.start, { room_code: code })
  await starting.letGo()
  await see(page.getByText(/「慢间」开播失败：/))
})

test('关上的直播间，后退不会又打开；删掉的不再选着', async () => {
  await world.room({ name: '要删的', agent: ['--source', 'simulator'] })
  const page = await world.open('/')
  for (const view of ['wall', 'table']) {
    await page.goto('/income/live')
    await page.goto(`/digital/actor?view=${view}&keyword=要删`)
    const row = page.getByRole('rowheader').getByRole('button')
    await (view === 'wall' ? page.getByRole('link', { name: '要删的' }) : row).click()
    const drawer = page.getByRole('dialog', { name: '要删的' })
    await drawer.getByRole('button', { name: '关闭' }).click()
    await gone(drawer)
    await page.goBack()
    await page.waitForURL('**/income/live')
  }
  await page.goto('/digital/actor?keyword=要删')
  await page.getByRole('checkbox', { name: '选择要删的' }).check()
  await see(page.getByText('已选 1 间直播间'))
  await page.getByRole('link', { name: '要删的' }).click()
  const drawer = page.getByRole('dialog', { name: '要删的' })
  await drawer.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await see(drawer.getByText('直播间不存在'))
  await drawer.getByRole('button', { name: '为什么？' }).click()
  const why = page.getByRole('dialog', { name: /为什么/ })
  await why.getByRole('button', { name: '知道了' }).click()
  await gone(why)
  await drawer.getByRole('button', { name: '关闭' }).click()
  await see(page.getByText('没有符合条件的直播间'))
  await gone(page.getByText('已选 1 间直播间'))
  expect(page.faults).toEqual([])
})

test('墙：六十间一次都在，边打边筛，合计跟着变；按键走、选、开，关上回到那一块；表格也是', async () => {
  for (let n = 0; n < 60; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, i) => world.idleRoom(`夜读 ${n + i + 1}`)))
  const page = await world.open('/digital/actor?platform=other')
  const items = page.getByRole('main').getByRole('listitem')
  const box = page.getByPlaceholder('名称、编号或账号')
  await see(page.getByRole('article', { name: '夜读 1', exact: true }))

  await box.pressSequentially('夜读 3')
  await expect.poll(() => items.count()).toBe(11)
  const line = page.getByRole('region', { name: '此刻' })
  await see(page.getByText(/^11\/\d+ 间$/))
  await see(line.getByText('0/11'))
  await page.waitForURL((url) => url.searchParams.get('keyword') === '夜读 3')
  await page.getByRole('article', { name: '夜读 30', exact: true }).click()
  const open = page.getByRole('dialog', { name: '夜读 30' })
  await see(open)
  await page.keyboard.press('Escape')
  await gone(open)
  const at = page.locator('li:focus')
  await see(at.getByRole('article', { name: '夜读 30', exact: true }))

  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await see(page.getByText('已选 2 间直播间'))
  await page.keyboard.press('p')
  await see(page.getByText('未在直播'))
  await page.keyboard.press('s')
  const start = page.getByRole('dialog', { name: /开播 · 夜读/ })
  await see(start)
  await page.keyboard.press('Escape')
  await gone(start)

  await box.fill('夜读')
  await expect.poll(() => items.first().getAttribute('aria-setsize')).toBe('60')
  await page.getByText('紧凑').click()
  await see(page.getByRole('article', { name: '夜读 1', exact: true }))
  await page.getByText('标准').click()
  await page.getByText('表格', { exact: true }).click()
  const rows = page.locator('tbody [data-row-at]')
  await see(rows)
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('61')
  expect(await rows.count(), 'drawn where they are seen').toBeLessThan(40)
  await page.mouse.move(700, 700)
  await page.mouse.wheel(0, 9_000)
  await see(page.getByRole('row', { name: /夜读 60\b/ }))
  expect(page.faults).toEqual([])
})

test('多选批量停播，每间各有结果', async () => {
  const rooms = await Promise.all(
    ['批量甲', '批量乙'].map((name) => world.room({ name, agent: ['--source', 'simulator'] })),
  )
  for (const { code } of rooms) await world.admin.call(roomApi.start, { room_code: code })
  const page = await world.open('/digital/actor?keyword=批量')
  await page.getByRole('checkbox', { name: '选择批量甲' }).check()
  await page.getByRole('checkbox', { name: '选择批量乙' }).check()
  await page.getByRole('button', { name: '批量停播 2' }).click()
  const dialog = page.getByRole('dialog', { name: /停播 2 间/ })
  await dialog.getByRole('button', { name: '停播', exact: true }).click()
  await see(dialog.getByText('已完成 2 / 2'), 30_000)
})

test('不存在的直播间：标签页和窗口标题是它的编号', async () => {
  const page = await world.open('/digital/room/ZZZZZZZZ')
  await see(page.getByText('直播间不存在'))
  await page.waitForFunction(() => document.title.startsWith('ZZZZZZZZ'))
})

async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return box
}

const spans = (from: number, length: number, of: number, by: number) =>
  from < of + by && of < from + length

async function meet(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return spans(a.x, a.width, b.x, b.width) && spans(a.y, a.height, b.y, b.height)
}
