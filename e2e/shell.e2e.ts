import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { gone, login, see, seriousFaults, until } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { hold } from './hold.ts'
import { createWorld, type World } from './world.ts'

const PEOPLE = 6

let world: World
beforeAll(async () => {
  world = await createWorld()
  for (let n = 1; n <= PEOPLE; n++)
    await world.admin.call(accountApi.add, {
      username: `shift${n}`,
      nickname: `值班${n}号`,
      password: 'river-stone-42',
      group_ids: ['operator'],
    })
})
afterAll(() => world.dispose())

async function open(
  path: string,
  options: { width?: number; height?: number; dark?: boolean } = {},
) {
  const page = await world.open(path, options)
  await see(page.getByRole('heading', { level: 1 }))
  return page
}

/** Begins to disable the people of this test on /account. */
async function disableAll(page: Page) {
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('button', { name: `批量停用 ${PEOPLE}` }).click()
  const dialog = page.getByRole('dialog', { name: `停用 ${PEOPLE} 个账号` })
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  return dialog
}
const isExport = (url: URL) => url.pathname === accountApi.list.path && url.search.includes('xlsx')
const trayOf = (page: Page) => page.getByRole('region', { name: '任务' })
const tabsOf = (page: Page) => page.getByRole('navigation', { name: '打开过的页面' })

test('批量操作换了页面也在继续：托盘里看得到、停得下、做得完', async () => {
  const page = await open('/account?keyword=shift')
  const calls = await hold(page, accountApi.enable.path)
  const dialog = await disableAll(page)
  await until('four are under way', async () => calls.held.length === 4)
  await dialog.getByRole('button', { name: '后台继续' }).click()
  await gone(dialog)
  await gone(page.getByRole('region', { name: /已选/ }))

  await page.getByRole('link', { name: '数字主播' }).click()
  await page.waitForURL(/\/digital\/actor/)
  await page.getByRole('button', { name: '任务，1 个进行中' }).click()
  const task = trayOf(page).getByRole('listitem', { name: `停用 ${PEOPLE} 个账号` })
  await see(task.getByText(`已完成 0 / ${PEOPLE}`))
  await task.getByRole('button', { name: '停止其余的' }).click()
  await see(task.getByText('正在停止'))
  await calls.letGo()
  await see(task.getByText('已停止'))
  await see(task.getByText(`已完成 4 / ${PEOPLE}`))
  const { total } = await world.admin.call(accountApi.list, { keyword: 'shift', status: 1 })
  expect(total).toBe(4)

  await task.getByRole('button', { name: '继续没做完的' }).click()
  await see(task.getByText(`已完成 ${PEOPLE} / ${PEOPLE}`))
  await page.keyboard.press('Escape')
  await gone(trayOf(page))
  await page.getByRole('button', { name: '任务，1 个已结束' }).click()
  await page.getByRole('button', { name: '全部清除' }).click()
  await gone(page.getByRole('button', { name: /^任务/ }))
  expect(page.faults).toEqual([])
})

test('有任务在做：关页面先问；退出登录就都停下', async () => {
  for (const row of (await world.admin.call(accountApi.list, { keyword: 'shift' })).list)
    await world.admin.call(accountApi.enable, { uid: row.uid, enabled: 1 })
  const page = await open('/account?keyword=shift')
  const calls = await hold(page, accountApi.enable.path)
  const dialog = await disableAll(page)
  await until('four are under way', async () => calls.held.length === 4)
  await dialog.getByRole('button', { name: '后台继续' }).click()
  await see(page.getByRole('button', { name: '任务，1 个进行中' }))

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await page.getByRole('button', { name: /管理员/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const logout = page.getByRole('dialog', { name: '是否退出登录' })
  await see(logout.getByText('还有 1 个任务在进行，退出后不再继续。'))
  await logout.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(/\/login/)
  await calls.letGo()
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.goto('/account?keyword=shift')
  await see(page.getByText(`共 ${PEOPLE} 个账号`))
  expect(await page.getByRole('button', { name: /^任务/ }).count()).toBe(0)
  const { total } = await world.admin.call(accountApi.list, { keyword: 'shift', status: 1 })
  expect(total).toBeLessThanOrEqual(4)
})

test('导出是任务：取消、失败说原因、重试后有文件名', async () => {
  const page = await open('/account?keyword=shift')
  await page.route(isExport, () => undefined)
  await page.getByRole('button', { name: '导出 xlsx' }).click()
  const task = trayOf(page).getByRole('listitem', { name: '导出账号' })
  await see(task.getByText('已接收 0 KB'))
  await task.getByRole('button', { name: '取消' }).click()
  await see(task.getByText('已停止'))

  await page.unroute(isExport)
  await page.route(isExport, (route) => route.abort())
  await task.getByRole('button', { name: '重试' }).click()
  await see(task.getByText('连接服务器失败'))
  // Nowhere else: no toast beside it.
  expect(await page.getByText('连接服务器失败', { exact: true }).count()).toBe(1)

  await page.unroute(isExport)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    task.getByRole('button', { name: '重试' }).click(),
  ])
  await see(task.getByText(download.suggestedFilename()))
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(page.faults).toEqual([])
})

test('标签回到离开时的样子：筛选、滚动、没保存的内容；刷新后也在', async () => {
  const page = await open('/account?keyword=shift', { height: 420 })
  const top = () => page.evaluate(() => document.querySelector('main')?.scrollTop ?? 0)
  await see(page.getByText('值班6号'))
  // The notice of a new device comes above the rows, and the browser moves what is being looked at along.
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 120)
  await until('scrolled', async () => (await top()) === 120)

  await page.getByRole('link', { name: '账号分组' }).click()
  await see(page.getByRole('heading', { name: '账号分组' }))
  expect(await top()).toBe(0)
  await tabsOf(page).getByRole('link', { name: '账号', exact: true }).click()
  await page.waitForURL(/keyword=shift/)
  await until('back where it was left', async () => (await top()) === 120)

  await page.reload()
  await until('a reload too', async () => (await top()) === 120)
  expect(await tabsOf(page).getByRole('link').allInnerTexts()).toEqual(['账号', '账号分组'])

  await page
    .getByRole('row', { name: /值班1号/ })
    .getByRole('button', { name: '编辑' })
    .click()
  const form = page.getByRole('dialog', { name: /编辑账号/ })
  await form.getByLabel('昵称').fill('夜班一号')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索与跳转' }).fill('账号分组')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '离开' }).click()
  await see(page.getByRole('heading', { name: '账号分组' }))

  // The form has an address of its own: the tab leads back into it.
  await tabsOf(page).getByRole('link', { name: '账号 有没保存的内容' }).click()
  await see(form.getByText('已恢复上次未保存的内容'))
  expect(await form.getByLabel('昵称').inputValue()).toBe('夜班一号')
  await form.getByRole('button', { name: '丢弃' }).click()
  await form.getByRole('button', { name: '取消' }).click()
  await gone(form)
  await see(tabsOf(page).getByRole('link', { name: '账号', exact: true }))
  expect(page.faults).toEqual([])
})

test.each([
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 390, dark: false },
])('宽 $width（暗色 $dark）：托盘和标签没有严重的无障碍问题，不横向溢出', async (look) => {
  const page = await open('/account?keyword=shift', look)
  await page.route(isExport, (route) => route.abort())
  await page.getByRole('button', { name: '导出 xlsx' }).click()
  await see(trayOf(page).getByText('连接服务器失败'))
  expect(await tabsOf(page).count()).toBe(look.width > 768 ? 1 : 0)
  expect(await seriousFaults(page)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
