import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('没登录先到登录页；密码错有说明；登录后回到要去的页面；退出要确认', async () => {
  const page = await world.page()
  await page.goto('/income/live?keyword=夜')
  await page.waitForURL(/\/login/)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: '登录' }).click()
  await see(page.getByText('用户名或密码不正确'))
  await page.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(/\/income\/live\?keyword=/)

  await page.getByRole('button', { name: /admin|管理员/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('是否退出登录'))
  await dialog.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('kaibo:token'))).toBeNull()
  await page.goto('/digital/actor')
  await page.waitForURL(/\/login/)
})

test('页面代码还没到时打开的对话框，页面到了也不会消失', async () => {
  const page = await world.page()
  const held: Route[] = []
  await page.route(/assets\/income-live\.page[^/]*\.js$/, (route) => void held.push(route))
  await page.goto('/income/live')
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('button', { name: /admin|管理员/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('是否退出登录'))
  await Promise.all(held.map((route) => route.continue()))
  await see(page.getByRole('heading', { name: '直播收入', includeHidden: true }))
  await see(dialog.getByText('是否退出登录'))
})

test('侧栏宽 200，收起 80', async () => {
  const page = await world.open('/')
  const sider = page.locator('aside').first()
  expect((await sider.boundingBox())?.width).toBe(200)
  await page.getByRole('button', { name: '菜单', exact: true }).click()
  await page.waitForFunction(
    () => document.querySelector('aside')?.getBoundingClientRect().width === 80,
  )
})

test('选了深色的人打开页面，从第一帧起就是深色', async () => {
  const page = await world.open('/')
  await page.getByRole('button', { name: '外观' }).click()
  await page.getByRole('menuitem', { name: '深色' }).click()
  await page.waitForSelector('html[data-theme=dark]')
  await page.addInitScript({
    content: `{
      const seen = (window.themes = new Set())
      const look = () => {
        seen.add(document.documentElement.dataset.theme)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }`,
  })
  await page.reload()
  await see(page.getByRole('navigation', { name: '菜单' }))
  expect(await page.evaluate('[...window.themes]')).toEqual(['dark'])
})

test('语言与主题记住：重新打开还在，换一台设备也跟着', async () => {
  const page = await world.open('/')
  await page.getByRole('button', { name: '外观' }).click()
  await page.getByRole('menuitem', { name: '深色' }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith(authApi.editSelf.path))
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await saved
  const stands = async (one: typeof page) => {
    await see(one.getByRole('navigation', { name: 'Menu' }))
    await one.waitForSelector('html[lang=en][data-theme=dark]')
  }
  await stands(page)
  await page.reload()
  await stands(page)
  const other = await world.open('/')
  await stands(other)
})
