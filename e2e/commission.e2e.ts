import { afterAll, beforeAll, expect, test } from 'vitest'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { PASSWORD as password, rowOf, settledPerson } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const studio = (name: string, username: string) =>
  world.admin.call(orgApi.add, { name, username, password, nickname: username, is_studio: 1 })

test('财务录入、改、停用回收账号；工作室的人一登录就看到自己的，公会看不到', async () => {
  const { id: org_id } = await studio('星火', 'xinghuo')
  await studio('长风', 'changfeng')
  const finance = await settledPerson(world, { username: 'caiwu', group_ids: ['finance'] })
  const page = await world.open('/backaccount/list', { as: finance })
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('收款账号') })
  const save = form.getByRole('button', { name: '保存回收账号' })
  const add = async (name: string, of: string, number: string) => {
    await page.getByRole('button', { name: '新增回收账号' }).first().click()
    await form.getByLabel('名称').fill(name)
    await form.getByLabel('工作室').click()
    await page.locator('.ant-select-item-option').getByText(of).click()
    await form.getByLabel('户名').fill('王五')
    await form.getByLabel('开户行').fill('招商银行')
    await save.click()
    await see(form.getByText('请输入收款账号'))
    await form.getByLabel('收款账号').fill(number)
    await save.click()
  }
  await add('星火一号', '星火', '6222 0200 4711 9999')
  await see(rowOf(page, '星火一号').getByText('****9999'))
  await add('长风一号', '长风', '6222-0200-4711-9999')
  await see(form.getByText('该收款账号已录入，请核对'))
  await form.getByLabel('收款账号').fill('6222 0200 4711 8888')
  await save.click()
  await rowOf(page, '长风一号').getByRole('button', { name: '编辑' }).click()
  await see(form.getByText('现为 ****8888，不填则不变。'))
  await form.getByLabel('备注').fill('月结')
  await save.click()
  await see(rowOf(page, '月结').getByText('****8888'))
  await rowOf(page, '长风一号').getByRole('button', { name: '停用' }).click()
  await see(rowOf(page, '长风一号').getByText('停用', { exact: true }))

  const own = { username: 'studio', group_ids: ['studio'], org_id, is_gs: 1 } as const
  const theirs = await world.open('/', {
    as: await settledPerson(world, { ...own, group_ids: ['studio'] }),
  })
  await see(rowOf(theirs, '星火一号'))
  expect(new URL(theirs.url()).pathname).toBe('/backaccount/list')
  expect(await theirs.getByText('长风一号').count()).toBe(0)
  expect(await theirs.getByRole('button', { name: '新增回收账号' }).isDisabled()).toBe(true)

  const guild = await settledPerson(world, { username: 'guild', group_ids: ['guild'], org_id })
  const refused = await world.open('/backaccount/list', { as: guild })
  await see(refused.getByText('没有权限'))
  expect([...page.faults, ...theirs.faults]).toEqual([])
})
