import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { hold } from './hold.ts'
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

const boxes = (...all: Locator[]) => Promise.all(all.map((one) => one.boundingBox()))
const first = (table: Locator) =>
  boxes(
    table.locator('thead th').nth(1),
    table.locator('thead th').nth(2),
    table.locator('tbody tr').first(),
  )

test('还没来的行和表单，位子已经在：来了以后表头、行和第一个输入框都没有动', async () => {
  const page = await openAsAdmin()

  const list = await hold(page, accountApi.list.path)
  await page.goto('/account')
  const coming = page.locator('[data-kit="rows-stand-in"]')
  await coming.waitFor()
  const before = await first(coming.locator('table'))
  await list.letGo()
  await see(page.getByRole('row').filter({ hasText: '管理员' }))
  expect(await first(page.getByRole('table', { name: '账号' }))).toEqual(before)

  const { uid } = await world.admin.call(authApi.info, {}).then(({ user }) => user)
  const record = await hold(page, accountApi.list.path)
  await page.goto(`/account?edit=${uid}`)
  const dialog = page.getByRole('dialog')
  await see(dialog.locator('[aria-busy]'))
  const place = () =>
    boxes(
      dialog.locator('.ant-modal-title'),
      dialog.locator('.ant-form-item-control-input').first(),
    )
  const waiting = await place()
  await record.letGo()
  await see(dialog.getByRole('textbox', { name: '昵称' }))
  const there = await place()
  expect(there.map(at)).toEqual(waiting.map(at))
  expect(page.faults).toEqual([])
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>
const at = (box: Box) => box && { x: box.x, y: box.y, width: box.width }
