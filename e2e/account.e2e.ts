import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { gone, login, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { addPerson, PASSWORD, rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const add = (username: string, nickname: string) => addPerson(world, username, nickname)

async function open(path = '/account', options: { width?: number; dark?: boolean } = {}) {
  const page = await world.open(path, options)
  await see(page.getByRole('heading', { name: '账号', exact: true }))
  return page
}

test('新增、编辑、停用、启用、重置密码，一路到底', async () => {
  const page = await open()
  await page.getByRole('button', { name: '新增账号' }).click()
  const form = page.getByRole('dialog', { name: '新增账号' })
  await form.getByRole('button', { name: '保存账号' }).click()
  await see(form.getByText('请输入用户名'))
  await form.getByLabel('用户名').fill('linxia')
  await form.getByLabel('初始密码').fill('12345678')
  await form.getByLabel('昵称').fill('林夏')
  await form.getByLabel('分组').click()
  await page.getByText('运营', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '保存账号' }).click()
  await see(form.getByText('密码太常见，容易被猜到，请换一个'))
  await form.getByLabel('初始密码').fill(PASSWORD)
  await form.getByRole('button', { name: '保存账号' }).click()
  await gone(form)
  const row = rowOf(page, '林夏')
  await see(row.getByText('运营'))

  await row.getByRole('button', { name: '编辑' }).click()
  const edit = page.getByRole('dialog', { name: '编辑账号「林夏」' })
  await edit.getByLabel('昵称').fill('林小夏')
  await edit.getByRole('button', { name: '保存账号' }).click()
  await gone(edit)
  const renamed = rowOf(page, '林小夏')

  await renamed.getByRole('button', { name: '停用' }).click()
  const disable = page.getByRole('dialog', { name: '停用账号「林小夏」' })
  await see(disable.getByText(/林小夏（linxia）会立即退出所有设备/))
  await disable.getByRole('button', { name: '停用' }).click()
  await see(renamed.getByText('停用', { exact: true }))

  await renamed.getByRole('button', { name: '启用' }).click()
  await see(renamed.getByText('正常'))

  await renamed.getByRole('button', { name: '更多操作 林小夏' }).click()
  await page.getByRole('menuitem', { name: '重置密码' }).click()
  const reset = page.getByRole('dialog', { name: '重置「林小夏」的密码' })
  await reset.getByRole('button', { name: '重置密码' }).click()
  const password = await reset.locator('code').innerText()
  expect(password).toMatch(/^\S{14}$/)
  await reset.getByRole('button', { name: '知道了' }).click()
  await gone(reset)
  await see(renamed.getByText('待改密码'))
  expect(page.faults).toEqual([])

  const own = await world.page()
  await login(own, 'linxia', password)
})

test('自己的账号不能停用：按钮还在，键盘够得着，说明原因', async () => {
  const page = await open('/account?keyword=admin')
  const button = rowOf(page, 'admin').getByRole('button', { name: '停用' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.focus()
  const tip = page.getByRole('tooltip', { name: '不能停用自己的账号' })
  await see(tip)
  const reason = await button.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${reason}"]`).textContent()).toBe('不能停用自己的账号')
  await button.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('两人同时改同一个账号：后保存的人逐项选择', async () => {
  const account = await add('zhou', '老周')
  const page = await open('/account?keyword=zhou')
  await rowOf(page, '老周').getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: '编辑账号「老周」' })
  await form.getByLabel('昵称').fill('周老师')
  await world.admin.call(accountApi.edit, {
    uid: account.uid,
    version: account.version,
    nickname: '周师傅',
    group_ids: ['operator'],
  })
  await form.getByRole('button', { name: '保存账号' }).click()
  await see(form.getByText(/刚刚保存过此账号/))
  await see(form.getByText('周师傅'))
  await form.getByRole('button', { name: '保存账号' }).click()
  await gone(form)
  await see(rowOf(page, '周老师'))
})

test('跨页选择，批量停用各有结果，不能停用的说明原因', async () => {
  for (let n = 1; n <= 12; n++) await add(`bulk${n}`, `批量${n}号`)
  const page = await open('/account?keyword=bulk&page_size=10')
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('listitem', { name: '2' }).click()
  await see(rowOf(page, '批量1号'))
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await see(page.getByText('已选 12 个账号'))
  await page.getByRole('searchbox').fill('admin')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: '选择管理员' }).check()
  await page.getByRole('button', { name: '批量停用 12' }).click()
  const dialog = page.getByRole('dialog', { name: '停用 12 个账号' })
  await see(dialog.getByText('另有 1 项不能停用：不能停用自己的账号'))
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  await see(dialog.getByText('已完成 12 / 12'))
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await gone(page.getByRole('region', { name: /已选/ }))
  await page.goto('/account?keyword=bulk&status=1')
  await see(page.getByText('共 12 个账号'))
})

test('保存为视图，改筛选后一步回来，改名、设为默认、删除；导出带着筛选', async () => {
  await add('view1', '视图里的人')
  const page = await open('/account?keyword=view1&sort_by=username&sort_dir=0')
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '保存为视图' }).click()
  const save = page.getByRole('dialog', { name: '保存为视图' })
  await save.getByLabel('视图名称').fill('夜班的人')
  await save.getByRole('button', { name: '保存视图' }).click()
  await gone(save)
  await see(page.getByRole('button', { name: '视图 夜班的人' }))

  await page.getByRole('button', { name: '清空' }).click()
  await see(page.getByRole('button', { name: '视图 夜班的人（已改动）' }))
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '夜班的人', exact: true }).click()
  await page.waitForURL(/keyword=view1/)
  await see(page.getByText('共 1 个账号'))

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 xlsx' }).click(),
  ])
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '管理视图' }).click()
  const manage = page.getByRole('dialog', { name: '管理视图' })
  await manage.getByLabel('改名 夜班的人').fill('白班的人')
  await page.keyboard.press('Enter')
  await manage.getByRole('button', { name: '设为默认「白班的人」' }).click()
  await see(manage.getByText('我的默认'))
  await page.keyboard.press('Escape')
  await gone(manage)

  // The list opens by it and never asks for other rows, whether it is drawn already or loaded anew.
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === accountApi.list.path) asked.push(searchParams.get('keyword'))
  })
  const isOpened = async () => {
    await page.waitForURL(/\/account\?.*keyword=view1/)
    await see(page.getByRole('button', { name: '视图 白班的人' }))
    await see(page.getByText('共 1 个账号'))
  }
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '账号', exact: true }).click()
  await isOpened()
  await page.goto('/account')
  await isOpened()
  expect(asked.filter((keyword) => keyword !== 'view1')).toEqual([])
  // As after a login: nothing is known yet of by what it opens.
  await page.evaluate(() => localStorage.removeItem('kaibo:info'))
  await page.goto('/account')
  await isOpened()

  // All rows stay all rows, also for who comes back to them.
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '全部', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('keyword'))
  await page.reload()
  await see(page.getByRole('button', { name: '视图 全部' }))
  await page.getByRole('button', { name: /^视图/ }).click()
  await see(page.getByRole('menuitem', { name: '白班的人 我的默认' }))
  await page.getByRole('menuitem', { name: '管理视图' }).click()
  await manage.getByRole('button', { name: '删除「白班的人」' }).click()
  await see(manage.getByText('还没有保存的视图'))
  expect(page.faults).toEqual([])
})

test('列可以藏、移、调宽，重开还在；恢复默认', async () => {
  const page = await open()
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await see(head('公会'))
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '公会' }).uncheck()
  await page.getByRole('button', { name: '上移有效期' }).click()
  await page.keyboard.press('Escape')
  const handle = page.getByRole('separator', { name: '分组的列宽' })
  const width = async () => Number(await handle.getAttribute('aria-valuenow'))
  const before = await width()
  await handle.press('ArrowRight')
  expect(await width()).toBeGreaterThan(before)
  await page.reload()
  await see(head('分组'))
  expect(await head('公会').count()).toBe(0)
  expect(await width()).toBeGreaterThan(before)
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await see(head('公会'))
  expect(await width()).toBe(before)
})

test('别人改了什么，先计数，点了才换，行不自己动', async () => {
  const account = await add('later', '后来的人')
  const page = await open('/account?keyword=later')
  await see(rowOf(page, '后来的人').getByText('正常'))
  await page.context().setOffline(true)
  await world.admin.call(accountApi.enable, { uid: account.uid, enabled: OpenStatus.close })
  await page.context().setOffline(false)
  const news = page.getByRole('button', { name: '1 条更新 · 点击刷新' })
  await see(news, 60_000)
  expect(await rowOf(page, '后来的人').getByText('正常').count()).toBe(1)
  await news.click()
  await see(rowOf(page, '后来的人').getByText('停用', { exact: true }))
})

test.each([
  { width: 390, dark: false },
  { width: 390, dark: true },
  { width: 1440, dark: true },
])('宽 $width（暗色 $dark）：没有严重的无障碍问题，不横向溢出', async ({ width, dark }) => {
  await add(`axe${width}${dark ? 1 : 0}`, '名字特别特别长的一位夜间值班运营')
  const page = await open('/account?keyword=axe', { width, dark })
  await see(page.getByText('名字特别特别长的一位夜间值班运营'))
  if (width < 640) {
    expect(await page.getByRole('table').count()).toBe(0)
    await see(page.getByRole('listitem').getByText('最近登录'))
  }
  await page
    .getByRole('checkbox', { name: /^选择名字/ })
    .first()
    .check()
  expect(await seriousFaults(page)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.getByRole('button', { name: '编辑' }).first().click()
  await see(page.getByRole('dialog', { name: /编辑账号/ }))
  expect(await seriousFaults(page)).toEqual([])
})
