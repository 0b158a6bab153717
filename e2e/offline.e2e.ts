import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

async function openAccounts() {
  const page = await world.open('/account?keyword=admin')
  await see(page.getByRole('row', { name: /admin/ }))
  await page.waitForLoadState('networkidle')
  return page
}

test('断网时打开还没加载的：说明、关得掉，页面和选择都在；连上后再试就打开，样式也在', async () => {
  const page = await openAccounts()
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.context().setOffline(true)

  await page.getByRole('button', { name: '新增账号' }).click()
  const failed = page.getByRole('dialog', { name: '没能打开' })
  await see(failed.getByText('网络断开，连上后重试'))
  await failed.getByRole('button', { name: '关闭' }).click()
  await gone(failed)
  expect(new URL(page.url()).search).toBe('?keyword=admin')
  await see(page.getByText('已选 1 个账号'))

  await page.keyboard.press('Control+k')
  await see(failed)
  await page.keyboard.press('Escape')
  await gone(failed)

  await page.getByRole('button', { name: '列设置' }).click()
  const columns = page.getByRole('tooltip')
  await see(columns.getByText('网络断开，连上后重试'))

  await page.context().setOffline(false)
  await columns.getByRole('button', { name: /重\s?试/ }).click()
  await see(columns.getByRole('group', { name: '列设置' }))
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索与跳转' })
  await see(palette.getByRole('option').first())
  const cursor = await palette
    .getByRole('option')
    .first()
    .evaluate((one) => getComputedStyle(one).cursor)
  expect(cursor).toBe('pointer')
  await page.keyboard.press('Escape')
  await gone(palette)
  await see(page.getByText('已选 1 个账号'))
  await page.getByRole('button', { name: '新增账号' }).click()
  await see(page.getByRole('dialog', { name: '新增账号' }).getByLabel('用户名'))
  expect(page.faults).toEqual([])
})

test('断网时换到还没加载的页面：说的是网络，不是新版本；连上后重试就到', async () => {
  const page = await openAccounts()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: '操作记录' }).click()
  await see(page.getByRole('heading', { name: '网络断开了' }))
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '重试' }).click()
  await see(page.getByRole('heading', { level: 1, name: '操作记录' }))
})

test.each([1440, 390])(
  '两条提示各占一行：断网的不盖住退出查看的，都不盖住翻页（%i）',
  async (width) => {
    const page = await world.open('/', { width, height: 560 })
    const { list } = await world.admin.call(groupApi.all, {})
    const group = JSON.stringify({ value: list.find(({ name }) => name === '管理员'), until: null })
    await page.evaluate((value) => sessionStorage.setItem('kaibo:view-as', value), group)
    await page.goto('/account')
    await see(page.getByText('正在以「管理员」查看'))
    await see(page.locator('.ant-pagination'))
    await page.context().setOffline(true)
    await see(page.getByText('网络已断开'))
    // Pressed for real, it must not lie under anything.
    await page.getByRole('button', { name: '退出', exact: true }).click({ trial: true })
    await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    const pager = await page.locator('.ant-pagination').boundingBox()
    const note = await page.getByText('正在以「管理员」查看').boundingBox()
    expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(note?.y ?? 0)
  },
)

test('线断了而没人说：20 秒内说已断开；通了以后自己连上', async () => {
  const page = await openAccounts()
  const state = page.getByRole('banner').locator('output')
  await expect.poll(() => state.innerText()).toBe('实时')
  const goOn = world.server.freeze()
  const began = performance.now()
  await expect.poll(() => state.innerText(), { timeout: 25_000 }).toBe('已断开')
  expect(performance.now() - began).toBeLessThan(20_000)
  goOn()
  await expect.poll(() => state.innerText(), { timeout: 30_000 }).toBe('实时')
  expect(page.faults).toEqual([])
})
