import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import { gone, see, seriousFaults, until } from '@kaibo/testkit/browser.ts'
import { hold } from './hold.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.admin.call(accountApi.add, {
    username: 'linxia',
    nickname: '林夏',
    password: 'three bridges 26',
    group_ids: ['operator'],
  })
})
afterAll(() => world.dispose())

test('Ctrl+K：拼音首字母找到页面，记录也能找到，输入法确认时的回车不跳转', async () => {
  const page = await world.open('/account')
  await see(page.getByRole('heading', { name: '账号', exact: true }))
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: '搜索与跳转' })
  await input.fill('zhfz')
  await see(page.getByRole('option', { name: /账号分组/ }))
  expect(await seriousFaults(page)).toEqual([])
  await input.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  expect(new URL(page.url()).pathname).toBe('/account')
  await input.press('Enter')
  await page.waitForURL(/\/group$/)
  await gone(input)

  await page.getByRole('button', { name: '搜索与跳转' }).click()
  await input.fill('linxia')
  await page.getByRole('option', { name: /林夏/ }).click()
  await page.waitForURL(/\/account\?keyword=linxia/)
  await see(page.getByRole('row').filter({ hasText: '林夏' }))
  expect(page.faults).toEqual([])
})

test('Ctrl+K 也找得到操作和分组：新增、退出登录、一个字的分组', async () => {
  const page = await world.open('/income/live')
  await see(page.getByRole('heading', { level: 1 }))
  const find = async (typed: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索与跳转' }).fill(typed)
    await see(page.getByRole('option', { name }))
    await page.keyboard.press('Enter')
  }
  await find('xzzh', /新增账号/)
  const form = page.getByRole('dialog', { name: '新增账号' })
  await form.getByRole('button', { name: '取消' }).click()
  await gone(form)
  await find('财', /财务/)
  await page.waitForURL(/\/group\?keyword=/)
  await find('退出', /退出登录/)
  await see(page.getByRole('dialog', { name: /退出/ }))
})

test('方向键选到的总看得见', async () => {
  const page = await world.open('/account', { height: 400 })
  await see(page.getByRole('heading', { name: '账号', exact: true }))
  await page.keyboard.press('Control+k')
  const list = page.getByRole('listbox', { name: '搜索与跳转' })
  await see(list.getByRole('option').first())
  const isSeen = async () => {
    const [box, chosen] = await Promise.all([
      list.boundingBox(),
      list.getByRole('option', { selected: true }).boundingBox(),
    ])
    return (
      !!box && !!chosen && chosen.y >= box.y && chosen.y + chosen.height <= box.y + box.height + 1
    )
  }
  const count = await list.getByRole('option').count()
  for (let n = 1; n < count; n++) await page.keyboard.press('ArrowDown')
  await until('the last one is in sight', isSeen)
  await page.keyboard.press('ArrowDown')
  await until('the first one is in sight', isSeen)
})

test('实时连接的说明，键盘也看得到，每种状态各有一句', async () => {
  const page = await world.open('/')
  const info = await hold(page, legacyApi.wsInfo.path)
  await page.goto('/account')
  await page.getByText('连接中', { exact: true }).focus()
  await see(page.getByText('正在建立实时连接，之后画面随直播间更新'))
  await info.letGo()
  await page.getByText('实时', { exact: true }).focus()
  await see(page.getByText('画面随直播间实时更新'))
})

test('大写锁定开着，Ctrl+K 也一样；收起菜单，按钮还叫菜单，只有状态变了', async () => {
  const page = await world.open('/')
  const menu = page.getByRole('button', { name: '菜单', exact: true })
  await see(menu.and(page.getByRole('button', { expanded: true })))
  await menu.click()
  await see(menu.and(page.getByRole('button', { expanded: false })))
  await page.keyboard.press('Control+K')
  await see(page.getByRole('combobox', { name: '搜索与跳转' }))
})

test('断网时说明，恢复后消失', async () => {
  const page = await world.open('/')
  await see(page.getByRole('heading', { level: 1 }))
  await page.context().setOffline(true)
  await see(page.getByText('网络已断开'))
  await page.context().setOffline(false)
  await gone(page.getByText('网络已断开'))
})
