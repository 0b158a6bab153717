import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const open = (path: string, width = 1440) => world.open(path, { width })
type Page = Awaited<ReturnType<typeof open>>

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const edit = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: '编辑' }).click()
const form = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('分组名称') })

test('新建分组：勾编辑带上查看，取消查看先说明带走什么；草稿重新打开还在', async () => {
  const page = await open('/group')
  await page.getByRole('button', { name: '新增分组' }).click()
  const rooms = form(page).getByRole('group', { name: '直播间' })
  await rooms.getByRole('checkbox', { name: '编辑' }).check()
  expect(await rooms.getByRole('checkbox', { name: '查看' }).isChecked()).toBe(true)
  await rooms.getByRole('checkbox', { name: '菜单：数字主播' }).check()
  await see(form(page).getByText('将能看到 1 个菜单、做 2 件事'))
  await rooms.getByRole('checkbox', { name: '查看' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '也一并去掉' })
  await see(question.getByText(/编辑、数字主播/))
  await question.getByRole('button', { name: '取消' }).click()

  await form(page).getByLabel('分组名称').fill('夜班')
  await page.reload()
  await see(form(page).getByText('已恢复上次未保存的内容'))
  expect(await form(page).getByLabel('分组名称').inputValue()).toBe('夜班')
  expect(await rooms.getByRole('checkbox', { name: '编辑' }).isChecked()).toBe(true)

  await form(page).getByRole('button', { name: '取消' }).click()
  const guard = page.getByRole('dialog').filter({ hasText: '有还没保存的内容' })
  await guard.getByRole('button', { name: '继续编辑' }).click()
  await form(page).getByRole('button', { name: '保存分组' }).click()
  await see(row(page, '夜班').getByText('1 个菜单 · 2 件事'))
  expect(page.faults).toEqual([])
})

test('两个人同时改一个分组：后保存的逐项选以谁为准', async () => {
  const [one, two] = [await open('/group'), await open('/group')]
  await edit(one, '夜班')
  await edit(two, '夜班')
  await form(one).getByLabel('分组名称').fill('夜班甲')
  await form(one).getByRole('button', { name: '保存分组' }).click()
  await see(row(one, '夜班甲'))

  await form(two).getByLabel('分组名称').fill('夜班乙')
  const income = form(two).getByRole('group', { name: '收入' })
  await income.getByRole('checkbox', { name: '查看' }).check()
  await form(two).getByRole('button', { name: '保存分组' }).click()
  const conflict = form(two).getByRole('alert', { name: '保存之前，这里已被改过' })
  await see(conflict.getByText(/刚刚保存过此分组/))
  const name = conflict.getByRole('group', { name: '分组名称' })
  expect(await name.getByRole('radio', { name: '我的：夜班乙' }).isChecked()).toBe(true)
  await name.getByRole('radio', { name: '对方的：夜班甲' }).check()
  await form(two).getByRole('button', { name: '保存分组' }).click()
  await gone(form(two))
  await see(row(two, '夜班甲').getByText('1 个菜单 · 3 件事'))
})

test('以分组身份查看：只见它的菜单，不能操作；缺什么有说明；退出后复原', async () => {
  const page = await open('/group')
  await row(page, '管理员').getByRole('button', { name: '以此分组查看' }).click()
  await see(page.getByText('正在以「管理员」查看'))
  await page.goto('/group')
  await row(page, '财务').getByRole('button', { name: '更多操作 财务' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '停用分组「财务」' })
  await question.getByRole('button', { name: '停用', exact: true }).click()
  await see(question.getByText('正在以分组身份查看，不能操作'))
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByRole('status').getByRole('button', { name: '退出' }).click()
  await page.goto('/group')

  await row(page, '财务').getByRole('button', { name: '以此分组查看' }).click()
  await see(page.getByText('正在以「财务」查看'))
  const menu = page.getByRole('navigation', { name: '菜单' })
  await see(menu.getByText('直播收入'))
  expect(await menu.getByText('账号分组').count()).toBe(0)
  await page.goto('/group')
  await page.waitForURL(/\/403/)
  await page.getByRole('button', { name: '为什么看不到' }).first().click()
  const why = page.getByRole('dialog').filter({ hasText: '缺少的权限' })
  await see(why.getByText(/账号分组 · 查看（group.look）/))
  await see(why.getByText(/有这项权限的分组：管理员/))
  await why.getByRole('button', { name: '知道了' }).click()
  await page.getByRole('status').getByRole('button', { name: '退出' }).click()
  await see(menu.getByText('账号分组'))
  expect(page.faults).toEqual([])
})

test('分组和公会的表单没有严重的无障碍问题，手机上不横向溢出', async () => {
  for (const width of [1440, 390]) {
    const page = await open('/group', width)
    await page.getByRole('button', { name: '新增分组' }).click()
    await see(form(page))
    expect(await seriousFaults(page)).toEqual([])
    await page.goto('/sociatyAccount')
    await page.getByRole('button', { name: '新增公会' }).click()
    await see(page.getByLabel('公会名称'))
    expect(await seriousFaults(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
