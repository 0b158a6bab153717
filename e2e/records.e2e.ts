import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { gone, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { PASSWORD as password, rowOf, settledPerson } from './people.ts'
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

test('两个人打开同一张表单，没保存就知道；关掉就不算', async () => {
  await studio('同看工作室', 'tongkan')
  const other = await settledPerson(world, { username: 'linxia', group_ids: ['admin'] })
  const [mine, theirs] = [
    await world.open('/sociatyAccount?keyword=同看'),
    await world.open('/sociatyAccount?keyword=同看', { as: other }),
  ]
  const openForm = (page: typeof mine) =>
    rowOf(page, '同看工作室').getByRole('button', { name: '编辑' }).click()
  await openForm(mine)
  await openForm(theirs)
  await see(mine.getByText('linxia也打开了这张表单'))
  await see(theirs.getByText(/也打开了这张表单/))
  await theirs.keyboard.press('Escape')
  await gone(mine.getByText(/也打开了这张表单/))
  await openForm(theirs)
  await see(mine.getByText('linxia也打开了这张表单'))
  await theirs.context().close()
  await gone(mine.getByText(/也打开了这张表单/))
  expect(mine.faults).toEqual([])
})

test('看历史，撤回到旧版本：是一次普通的编辑，密码不出现', async () => {
  const row = await studio('原来的名字', 'lishi')
  const edit = { id: row.id, version: row.version, name: '改错的名字', nickname: '会长' }
  await world.admin.call(orgApi.edit, edit)
  const page = await world.open('/sociatyAccount?keyword=改错')
  await rowOf(page, '改错的名字').getByRole('button', { name: '更多操作 改错的名字' }).click()
  await page.getByRole('menuitem', { name: '历史' }).click()
  const drawer = page.getByRole('dialog', { name: '「改错的名字」的历史' })
  await see(drawer.getByText('原来的名字 → 改错的名字'))
  await see(drawer.getByText('现在的版本'))
  expect(await drawer.innerText()).not.toContain(password)
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: /撤回到此版本/ }).click()
  const form = page.getByRole('dialog', { name: /编辑公会/ })
  await see(form.getByRole('radio', { name: '撤回为：原来的名字' }))
  expect(new URL(page.url()).search).toMatch(/edit=.*as_of=\d+/)
  await page.reload()
  expect(await form.getByLabel('公会名称').inputValue()).toBe('原来的名字')
  await form.getByRole('button', { name: '保存公会' }).click()
  await gone(form)
  await page.goto('/sociatyAccount?keyword=原来的名字')
  await see(rowOf(page, '原来的名字'))
  expect(page.faults).toEqual([])
})
