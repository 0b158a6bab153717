import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const openAsAdmin = () => world.open('/')

async function rowHeight(page: Page, path: string): Promise<number> {
  await page.goto(path)
  const row = page.getByRole('row').filter({ hasText: '管理员' }).first()
  await see(row)
  return (await row.boundingBox())?.height ?? 0
}

test('行高是这个人的：在一个列表里改，每个列表、每台设备都跟着，个人资料里也能改', async () => {
  const page = await openAsAdmin()
  const before = await rowHeight(page, '/group')
  await page.goto('/account')
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('radiogroup', { name: '行高' }).getByText('紧凑').click()
  await see(page.locator('table[data-density=compact]'))
  const compact = await rowHeight(page, '/group')
  expect(compact).toBeLessThan(before)

  const other = await openAsAdmin()
  expect(await rowHeight(other, '/group')).toBe(compact)
  await other.getByRole('button', { name: /^账号 / }).click()
  await other.getByRole('menuitem', { name: '个人资料' }).click()
  const density = other.getByRole('radiogroup', { name: '表格行高' })
  expect(await density.getByRole('radio', { name: '紧凑' }).isChecked()).toBe(true)
  await density.getByText('宽松').click()
  await see(other.locator('table[data-density=large]'))
  expect(await rowHeight(other, '/account')).toBeGreaterThan(before)
  expect([...page.faults, ...other.faults]).toEqual([])
})
