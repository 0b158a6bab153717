import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const open = (path: string) => world.open(path, { height: 600 })
type Page = Awaited<ReturnType<typeof open>>

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const check = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择${name}` })
const notice = (page: Page) => page.getByRole('status').getByRole('button', { name: /条更新/ })
/** How far down the page a row is seen. */
const heightOf = async (page: Page, name: string) => (await row(page, name).boundingBox())?.y ?? 0
const scrolled = (page: Page) => page.locator('main').evaluate((main) => main.scrollTop)

test('别人改了名，另一个浏览器提示有更新；点了才换，选择和滚动位置都在', async () => {
  for (let n = 10; n < 40; n++)
    await world.admin.call(accountApi.add, {
      username: `staff${n}`,
      nickname: `员工${n}`,
      password: 'river-stone-42',
      group_ids: ['operator'],
    })
  const path = '/account?page_size=50&sort_by=username&sort_dir=0'
  const [one, two] = [await open(path), await open(path)]
  await see(row(two, '员工39'))
  await check(two, '员工35').check()
  await row(two, '员工36').scrollIntoViewIfNeeded()
  expect(await scrolled(two)).toBeGreaterThan(0)
  const place = await heightOf(two, '员工35')

  await row(one, '员工36').getByRole('button', { name: '编辑' }).click()
  const form = one.getByRole('dialog', { name: '编辑账号「员工36」' })
  await form.getByLabel('昵称').fill('夜班组长')
  await form.getByRole('button', { name: '保存账号' }).click()
  await gone(form)
  await see(row(one, '夜班组长'))

  // Long before the list asks again by itself.
  await see(notice(two), 5_000)
  expect(await notice(two).innerText()).toBe('1 条更新 · 点击刷新')
  expect(await row(two, '夜班组长').count()).toBe(0)
  await notice(two).click()
  await see(row(two, '夜班组长'))
  await gone(notice(two))
  expect(await check(two, '员工35').isChecked()).toBe(true)
  await see(two.getByText('已选 1 个账号'))
  expect(Math.abs((await heightOf(two, '员工35')) - place)).toBeLessThan(2)
  expect(await notice(one).count()).toBe(0)
  expect([...one.faults, ...two.faults]).toEqual([])
})

test('分组和公会的列表也有提示', async () => {
  const page = await open('/group')
  const other = await open('/group')
  await row(other, '财务').getByRole('button', { name: '更多操作 财务' }).click()
  await other.getByRole('menuitem', { name: '停用' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
  await see(notice(page), 5_000)
  await notice(page).click()
  await see(row(page, '财务').getByText('停用', { exact: true }))

  await world.admin.call(orgApi.add, {
    name: '星河公会',
    username: 'xinghe',
    password: 'three bridges 26',
    nickname: '会长',
  })
  await page.goto('/sociatyAccount')
  await other.goto('/sociatyAccount')
  await see(row(page, '星河公会'))
  await row(other, '星河公会').getByRole('button', { name: '停用' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
  await see(notice(page), 5_000)
  await notice(page).click()
  await see(row(page, '星河公会').getByText('停用', { exact: true }))
})
