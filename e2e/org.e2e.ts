import { afterAll, beforeAll, expect, test } from 'vitest'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const OWNER = { username: 'xinghe', first: 'three bridges 26', own: 'four rivers 2026' }

test('新增公会连同它的账号；会长首次登录先改密码；停用公会后立即退出', async () => {
  const page = await world.open('/sociatyAccount')
  const area = page.getByRole('combobox', { name: '地区' })
  await area.click()
  await see(page.getByText('暂无数据'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '新增公会' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('公会名称').fill('星河公会')
  await dialog.getByLabel('分成比例').fill('45.5')
  await dialog.getByLabel('地区').fill('西南')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('用户名').fill('admin')
  await dialog.getByLabel('初始密码').fill(OWNER.first)
  await dialog.getByLabel('昵称').fill('会长')
  await dialog.getByRole('button', { name: '保存公会' }).click()
  await see(dialog.getByText('用户名已被使用'))
  await dialog.getByLabel('用户名').fill(OWNER.username)
  await dialog.getByRole('button', { name: '保存公会' }).click()
  const row = page.getByRole('row').filter({ hasText: '星河公会' })
  await see(row.getByText('45.50'))
  await area.click()
  await see(page.locator('.ant-select-item-option').getByText('西南'))
  await page.keyboard.press('Escape')
  await see(row.getByText(OWNER.username))

  const as = { username: OWNER.username, password: OWNER.first }
  const theirs = await world.open('/', { as })
  await see(theirs.getByRole('heading', { name: '先设置自己的密码' }))
  await theirs.getByLabel('原密码').fill(OWNER.first)
  await theirs.getByLabel('新密码').fill(OWNER.own)
  await theirs.getByRole('button', { name: '修改密码' }).click()
  await see(theirs.getByRole('navigation', { name: '菜单' }).getByText('数字主播'))

  await row.getByRole('button', { name: '停用' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '停用公会「星河公会」' })
  await see(question.getByText(/1 个人会立即退出登录/))
  await question.getByRole('button', { name: '停用' }).click()
  await theirs.waitForURL(/\/login/)
  await see(theirs.getByText('所属公会已停用，请重新登录'))
  await theirs.getByLabel('用户名').fill(OWNER.username)
  await theirs.getByLabel('密码', { exact: true }).fill(OWNER.own)
  await theirs.getByRole('button', { name: '登录' }).click()
  await see(theirs.getByText('所属公会已停用，请联系管理员'))
  expect(page.faults).toEqual([])
})
