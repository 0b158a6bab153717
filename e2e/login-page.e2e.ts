import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

/** Keeps a file of the console on its way; answers how it arrives after all, also one asked for only later. */
async function holdFile(page: Page, file: RegExp) {
  const held: Route[] = []
  let arrived = false
  await page.route(file, async (route) => {
    if (arrived) await route.continue()
    else held.push(route)
  })
  return () => {
    arrived = true
    return Promise.all(held.map((route) => route.continue()))
  }
}

test('脚本都没到就提交登录：密码不进地址栏，到了再提交照常', async () => {
  const page = await world.page()
  await page.route(/assets\/boot-[^/]*\.js$/, (route) => route.abort())
  const arrive = await holdFile(page, /assets\/index-[^/]*\.js$/)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('a-secret-of-mine')
  await page.keyboard.press('Enter')
  await arrive()
  await page.getByRole('button', { name: '登录' }).click()
  await see(page.getByText('用户名或密码不正确'))
  expect(page.url()).toBe(`${world.server.url}/login`)
})

test('页面还在加载时在另一个标签页退出：登录表单看得见', async () => {
  const page = await world.open('/')
  await see(page.getByRole('navigation', { name: '菜单' }))
  const other = await page.context().newPage()
  const arrive = await holdFile(other, /assets\/index-[^/]*\.js$/)
  await other.goto('/account', { waitUntil: 'commit' })
  await other.waitForSelector('html[data-known]')
  await page.evaluate(() => localStorage.clear())
  await arrive()
  await see(other.getByLabel('用户名'))
})
