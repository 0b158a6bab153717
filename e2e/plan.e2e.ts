import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

/** Another room on the PC of this one. */
async function besides(code: string, name: string) {
  const { pc } = await world.admin.call(roomApi.info, { room_code: code })
  const added = await world.admin.call(liveAccountApi.add, { platform: 'other', nickname: name })
  const { account_id } = added.account
  const draft = { name, account_id, pc_id: pc?.pc_id ?? '' }
  return (await world.admin.call(roomApi.create, draft)).room_code
}

/** The first time that a plan is due which is not over. */
const block = (page: ConsolePage, name: string, times: string) =>
  page.getByRole('button', { name: `${name} ${times} 未执行` }).first()

/** The time of day in so many minutes. */
const at = (minutes: number) =>
  timeText(wallAt('Asia/Shanghai', Date.now() + minutes * 60_000).minutes)

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

test('排一周：新增计划，同PC冲突说出来，键盘和鼠标移动，撤销，关闭计划，手机上是日程', async () => {
  const { code } = await world.idleRoom('深夜电台')
  const other = await besides(code, '读书会')
  const page = await world.open(`/digital/plan/${code}?week=2030-01-07`)
  await page.getByRole('button', { name: '新增计划' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('晚间场')
  await form.getByRole('button', { name: '保存计划' }).click()
  await gone(form)
  await see(block(page, '晚间场', '20:00–22:00'))

  await page.goto(new URL(`/digital/plan/${other}?week=2030-01-07`, page.url()).href)
  await page.getByRole('button', { name: '新增计划' }).click()
  await form.getByLabel('名称').fill('夜读')
  await form.getByLabel('开播时间').fill('21:30')
  await form.getByLabel('停播时间').fill('23:00')
  await form.getByRole('button', { name: '保存计划' }).click()
  await see(form.getByText(/与「晚间场」周[一二三四五六日]20:00–22:00冲突：同一PC/))
  await form.getByLabel('开播时间').fill('22:15')
  await form.getByRole('button', { name: '保存计划' }).click()
  await gone(form)

  // By keyboard: the conflict is said while it is held, and what conflicts stays where it was.
  await page.getByText('同PC', { exact: true }).click()
  await see(block(page, '晚间场', '20:00–22:00'))
  await block(page, '夜读', '22:15–23:00').focus()
  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowLeft')
  await see(page.getByRole('status').getByText('夜读 → 每天 22:00–22:45'))
  await page.keyboard.press('ArrowLeft')
  await see(page.getByRole('status').getByText(/与「晚间场」.*冲突：同一PC/))
  await page.keyboard.up('Alt')
  await see(block(page, '夜读', '22:15–23:00'))
  await page.keyboard.press('Alt+ArrowRight')
  await see(block(page, '夜读', '22:30–23:15'))
  await page.getByRole('button', { name: '撤销' }).click()
  await see(block(page, '夜读', '22:15–23:00'))

  // By pointer: its end alone.
  await page.getByText('本房', { exact: true }).click()
  const mine = block(page, '夜读', '22:15–23:00')
  await mine.scrollIntoViewIfNeeded()
  const box = await mine.boundingBox()
  if (!box) throw new Error('the block is not drawn')
  const hour = (box.height / 45) * 60
  await page.mouse.move(box.x + 30, box.y + box.height - 3)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + box.height - 3 - hour / 4, { steps: 4 })
  await page.mouse.up()
  await see(block(page, '夜读', '22:15–22:45'))
  await until('the server has it', async () => {
    const span = { from: Date.UTC(2030, 0, 7), to: Date.UTC(2030, 0, 8) }
    const { list } = await world.admin.call(planApi.list, { room_code: other, ...span })
    return list[0]?.stop.at === '22:45'
  })

  await page.getByRole('button', { name: '设置' }).click()
  await form.getByLabel('执行计划').click()
  await form.getByRole('button', { name: '保存计划设置' }).click()
  await gone(form)
  await see(page.getByText('此直播间的计划已关闭，到点不会开播。'))

  const phone = await world.open(`/digital/plan/${other}?week=2030-01-07&show=pc`, { width: 390 })
  // A week that no calendar has is this one.
  await phone.goto(new URL(`/digital/plan/${other}?week=9999-01-04`, page.url()).href)
  await see(phone.getByRole('button', { name: '本周', disabled: true }))
  await phone.goBack()
  const line = phone.getByRole('button', { name: /20:00.*22:00.*晚间场.*深夜电台/ }).first()
  await see(line)
  const width = await phone.evaluate('document.documentElement.scrollWidth')
  expect(width, 'nothing is wider than the phone').toBe(390)
  expect([...page.faults, ...phone.faults]).toEqual([])
})

test('两块先后用鼠标拖；删除可以撤销', async () => {
  const { code } = await world.idleRoom('两场的间')
  const plan = { room_code: code, weekdays: EVERY_DAY }
  for (const [name, start, end] of [
    ['早场', '09:00', '10:00'],
    ['午场', '12:00', '13:00'],
  ] as const)
    await world.admin.call(planApi.add, { ...plan, name, start, stop: { mode: 2, at: end } })
  const page = await world.open(`/digital/plan/${code}?week=2030-01-07`)
  // What was dropped has the focus: the next one that is grabbed takes it over.
  for (const [name, before, after] of [
    ['早场', '09:00–10:00', '09:30–10:30'],
    ['午场', '12:00–13:00', '12:30–13:30'],
  ] as const) {
    const box = await block(page, name, before).boundingBox()
    if (!box) throw new Error('the block is not drawn')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 20 + box.height / 2, { steps: 3 })
    await page.mouse.up()
    await see(block(page, name, after))
  }

  const rows = page.getByRole('listitem').filter({ hasText: '早场' })
  await rows.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await gone(block(page, '早场', '09:30–10:30'))
  await page.getByRole('button', { name: '撤销' }).last().click()
  await see(block(page, '早场', '09:30–10:30'))
  expect(page.faults).toEqual([])
})

test('用手指：划过只滚动，按住一会儿才拖得动，松手即存', async () => {
  const { code } = await world.idleRoom('触屏间')
  const plan = { room_code: code, name: '午后', weekdays: EVERY_DAY, start: '12:00' }
  await world.admin.call(planApi.add, { ...plan, stop: { mode: 2, at: '14:00' } })
  const page = await world.open(`/digital/plan/${code}?week=2030-01-07`, {
    width: 1024,
    touch: true,
  })
  const mine = block(page, '午后', '12:00–14:00')
  await see(mine)
  const week = page.getByRole('group', { name: /^日历/ })
  const scrolled = () => week.evaluate(({ scrollTop }) => scrollTop)
  const devtools = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const middle = async () => {
    const box = await mine.boundingBox()
    if (!box) throw new Error('the block is not drawn')
    return { x: box.x + 20, y: box.y + box.height / 2, quarter: box.height / 8 }
  }

  const before = await scrolled()
  const gliding = await week.evaluateHandle((calendar) => ({
    ends: new Promise<void>((resolve) =>
      calendar.addEventListener('scrollend', () => resolve(), { once: true }),
    ),
  }))
  const { x, y } = await middle()
  await finger('touchStart', { x, y })
  for (let step = 1; step <= 8; step++) await finger('touchMove', { x, y: y + step * 15 })
  await finger('touchEnd')
  await expect.poll(scrolled).toBeLessThan(before - 50)
  // A finger that comes while it still glides only stops it.
  await gliding.evaluate(({ ends }) => ends)
  await see(mine)

  const held = await middle()
  await finger('touchStart', held)
  await see(page.locator('[data-held]').first())
  const rests = await scrolled()
  for (let step = 1; step <= 4; step++)
    await finger('touchMove', { x: held.x, y: held.y + step * held.quarter })
  await see(page.getByRole('status').getByText('午后 → 每天 13:00–15:00'))
  await finger('touchEnd')
  await see(block(page, '午后', '13:00–15:00'))
  expect(await scrolled()).toBe(rests)
  // The next touch is one of its own
  await block(page, '午后', '13:00–15:00').tap()
  await see(page.getByRole('dialog').getByLabel('名称'))
  expect(page.faults).toEqual([])
})

test(
  '到点自己开播；直播间页写着将在几点停播，改停播规则；复制到另一间',
  { timeout: 180_000 },
  async () => {
    const { code } = await world.room({ name: '早间新闻', agent: ['--source', 'simulator'] })
    // Never the minute that is nearly over.
    const start = at(1.1)
    const plan = { room_code: code, name: '马上播', weekdays: EVERY_DAY, start }
    await world.admin.call(planApi.add, { ...plan, stop: { mode: 2, at: at(120) } })
    const idle = (await world.idleRoom('午间新闻')).code

    const page = await world.open(`/digital/room/${code}?part=plan`)
    await page.getByRole('button', { name: '复制' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('直播间').fill('午间')
    await page.getByTitle('午间新闻').click()
    await form.getByLabel('名称').fill('马上播的副本')
    await form.getByRole('button', { name: '保存计划' }).click()
    await gone(form)
    const span = { from: Date.now(), to: Date.now() + 86_400_000 }
    const copies = await world.admin.call(planApi.list, { room_code: idle, ...span })
    expect(copies.list.map(({ name }) => name)).toEqual(['马上播的副本'])

    await until(
      'the plan has started the room',
      async () => (await world.admin.call(roomApi.info, { room_code: code })).state === 'living',
      130_000,
    )
    await see(page.getByRole('button', { name: /^马上播 .* 已开播$/ }).first())
    await page.getByText('控制台', { exact: true }).click()
    await see(page.getByText(/^将在\d\d:\d\d停播$/))
    await page.getByRole('button', { name: '定时停播' }).click()
    await form.getByLabel('停播时间').fill('23:59')
    await form.getByRole('button', { name: '保存停播规则' }).click()
    await gone(form)
    await see(page.getByText('将在23:59停播', { exact: true }))
    expect(page.faults).toEqual([])
  },
)
