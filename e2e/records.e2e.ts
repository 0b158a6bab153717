import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { PASSWORD as password, rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const studio = (name: string, username: string) =>
  world.admin.call(orgApi.add, { name, username, password, nickname: username, is_studio: 1 })

test('停用一个账号，按 Ctrl+Z 撤回；别人先改过，就不撤', async () => {
  const { id: studio_id } = await studio('撤销工作室', 'chexiao')
  const draft = { holder: '王五', bank: '招商银行', studio_id }
  const one = await world.admin.call(commissionApi.saveAccount, {
    ...draft,
    name: '误停的',
    account_no: '6222 0001',
  })
  const page = await world.open('/backaccount/list')
  const row = rowOf(page, '误停的')
  await row.getByRole('button', { name: '停用' }).click()
  await see(row.getByText('停用', { exact: true }))
  await see(page.getByText('已停用「误停的」。不再用它结算'))
  await page.keyboard.press('Control+z')
  await see(page.getByText('已撤销'))
  await see(row.getByText('启用', { exact: true }))

  await row.getByRole('button', { name: '停用' }).click()
  const undo = page.getByRole('button', { name: '撤销' })
  await see(undo)
  const { list } = await world.admin.call(commissionApi.accounts, { id: one.id })
  const { version = 0 } = list[0] ?? {}
  await world.admin.call(commissionApi.saveAccount, {
    ...draft,
    id: one.id,
    version,
    name: '改过的',
  })
  await undo.click()
  await see(page.getByText(/撤销（误停的）没有成功：.*刚刚保存过此回收账号/))
  await gone(undo)
  await see(rowOf(page, '改过的').getByText('停用', { exact: true }))
  expect(page.faults).toEqual([])
})
