import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
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

test('从第一个键起都打得进去：列表的程序还没到，拼音首字母和回车也算数', async () => {
  const { code } = await world.idleRoom('阿狸·夜读')
  const page = await world.open('/account')
  await see(page.getByRole('heading', { name: '账号', exact: true }))
  const script = await hold(page, /\/assets\/palette-[\w-]+\.js/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('alyd')
  await page.keyboard.press('Enter')
  await see(page.getByRole('dialog', { name: '搜索与跳转' }).getByText('加载中'))
  await script.letGo()
  await page.waitForURL(`**/digital/actor?room=${code}`)
  await see(page.getByRole('dialog', { name: '阿狸·夜读' }))
  expect(page.faults).toEqual([])
})

test('从搜索里开播：检查照做，关掉后焦点回到打开搜索的地方；不能停播就说为什么', async () => {
  await world.idleRoom('小棠唱歌')
  const page = await world.open('/account')
  const box = page.getByRole('button', { name: '搜索与跳转' })
  const field = page.getByRole('combobox', { name: '搜索与跳转' })
  await box.click()
  await field.fill('停播 小棠')
  const refused = page.getByRole('option', { name: /停播 小棠唱歌/ })
  await see(refused.getByText('未在直播'))
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await see(page.getByText('不能停播 小棠唱歌：未在直播'))

  await field.fill('kb xtcg')
  await see(page.getByRole('option', { name: /开播 小棠唱歌/ }))
  await page.keyboard.press('Enter')
  const check = page.getByRole('dialog', { name: /小棠唱歌/ })
  await see(check.getByText('PC在线'))
  await check.getByRole('button', { name: '取消' }).click()
  await gone(check)
  await until('the focus is back', () => box.evaluate((one) => one === document.activeElement))

  await page.keyboard.press('Enter')
  await see(field)
  await page.keyboard.press('Escape')
  await gone(field)
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(page.faults).toEqual([])
})

test('手机上有按钮，搜索占满屏幕，有关闭；最近选过的在最前面', async () => {
  const page = await world.open('/account', { width: 390, height: 844 })
  await page.getByRole('button', { name: '搜索与跳转' }).click()
  const search = page.getByRole('dialog', { name: '搜索与跳转' })
  const field = search.getByRole('combobox')
  expect((await search.boundingBox())?.width).toBe(390)
  await field.fill('linxia')
  await search.getByRole('option', { name: /林夏/ }).click()
  await page.waitForURL(/\/account\?keyword=linxia/)
  await page.getByRole('button', { name: '搜索与跳转' }).click()
  await see(search.getByRole('group', { name: '最近' }).getByRole('option', { name: /林夏/ }))
  await search.getByRole('button', { name: '关闭搜索' }).click()
  await gone(search)
  expect(page.faults).toEqual([])
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
  const info = await hold(page, wsInfoApi.wsInfo.path)
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
