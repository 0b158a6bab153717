import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { gone, see, seriousFaults, until } from '@kaibo/testkit/browser.ts'
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

test('复制链接给同事：打开就是同样的筛选、排序和列', async () => {
  await studio('分享工作室', 'fenxiang')
  const page = await world.open('/sociatyAccount?keyword=分享&sort_by=name&sort_dir=1')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '地区' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^视图/ }).click()
  await page.getByRole('menuitem', { name: '复制链接' }).click()
  await see(page.getByText('已复制链接'))
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const other = await settledPerson(world, { username: 'fenzhe', group_ids: ['admin'] })
  const { pathname, search } = new URL(link)
  const theirs = await world.open(`${pathname}${search}`, { as: other })
  await see(rowOf(theirs, '分享工作室'))
  const heads = (one: typeof page) => one.getByRole('columnheader').allInnerTexts()
  expect(await heads(theirs)).toEqual(await heads(page))
  expect(await heads(theirs)).not.toContain('地区')
  expect(
    await theirs.getByRole('columnheader', { name: /公会/ }).first().getAttribute('aria-sort'),
  ).toBe('descending')
  expect(theirs.faults).toEqual([])
})

test('打印收入：没有导航，列不被切掉，写明范围、谁在什么时候打印', async () => {
  const page = await world.open('/income/live?day_from=2026-01-01&day_to=2026-01-31', {
    dark: true,
  })
  await see(page.getByRole('heading', { name: '直播收入' }))
  expect(await page.getByText(/打印于/).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await see(page.getByText(/管理员 打印于 20\d\d-.*（北京时间）/))
  await see(page.getByText(/2026-01-01 至 2026-01-31/))
  for (const gone of ['navigation', 'banner', 'searchbox'] as const)
    expect(await page.getByRole(gone).filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  // On paper the theme is the light one.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(page.faults).toEqual([])
})

test('不管从哪里打开，关上以后焦点回到那里', async () => {
  await studio('焦点工作室', 'jiaodian')
  const page = await world.open('/sociatyAccount?keyword=焦点')
  const row = rowOf(page, '焦点工作室')
  const more = row.getByRole('button', { name: '更多操作 焦点工作室' })
  const views = page.getByRole('button', { name: /^视图/ })
  const inMenu = (button: Locator, entry: string) => async () => {
    await button.click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const ways: [what: string, from: Locator, open?: () => Promise<void>][] = [
    ['编辑公会', row.getByRole('button', { name: '编辑' })],
    ['停用公会', row.getByRole('button', { name: '停用' })],
    ['的历史', more, inMenu(more, '历史')],
    ['新增公会', page.getByRole('button', { name: '新增公会' })],
    ['保存为视图', views, inMenu(views, '保存为视图')],
    [
      '个人资料',
      page.getByRole('banner').getByRole('button', { name: /管理员/ }),
      inMenu(page.getByRole('banner').getByRole('button', { name: /管理员/ }), '个人资料'),
    ],
    ['快捷键', row, () => page.keyboard.press('?')],
  ]
  for (const [what, from, open] of ways) {
    await from.focus()
    await (open ? open() : from.click())
    const dialog = page.getByRole('dialog', { name: new RegExp(what) })
    await see(dialog)
    await page.keyboard.press('Escape')
    await gone(dialog)
    await until(`the focus is back after ${what}`, () =>
      from.evaluate((one) => one === document.activeElement),
    )
  }
  expect(page.faults).toEqual([])
})

test('服务器没了：五秒后说不能操作和数据的时间，回来后自己恢复', async () => {
  await studio('断线工作室', 'duanxian')
  const page = await world.open('/sociatyAccount?keyword=断线')
  const disable = rowOf(page, '断线工作室').getByRole('button', { name: '停用' })
  await see(page.getByText('实时'))
  await world.server.kill()
  await see(page.getByText('现在只能看，不能操作'))
  await see(page.getByText(/已断线，数据截至 \d\d:\d\d/))
  await disable.focus()
  await see(page.getByRole('tooltip', { name: '与服务器断开了，连上后再操作' }))
  expect(await disable.getAttribute('aria-disabled')).toBe('true')
  await world.server.restart()
  await gone(page.getByText('现在只能看，不能操作'))
  await disable.click()
  await see(page.getByRole('dialog', { name: /停用公会/ }))
  expect(page.faults).toEqual([])
})
