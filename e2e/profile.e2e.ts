import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, openPage, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { codeOf } from '@kaibo/testkit/otp.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('个人资料：改昵称；绑定动态验证码；再登录要验证码，恢复码也行；撤销别的设备', async () => {
  const page = await openPage(world.browser, world.server.url)
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '个人资料' }).click()
  const drawer = page.getByRole('dialog', { name: '个人资料' })
  await drawer.getByLabel('昵称').fill('老板')
  await drawer.getByRole('button', { name: '保存资料' }).click()
  await see(page.getByRole('button', { name: '账号 老板' }))
  expect(await seriousFaults(page)).toEqual([])

  await drawer.getByRole('button', { name: '绑定动态验证码' }).click()
  await drawer.getByLabel('当前密码').fill('not-this-one')
  await drawer.getByRole('button', { name: '继续' }).click()
  await see(drawer.getByText('密码不正确'))
  await drawer.getByLabel('当前密码').fill(ADMIN_PASSWORD)
  await drawer.getByRole('button', { name: '继续' }).click()
  const secret = (await drawer.getByText(/^[A-Z2-7]{32}$/).innerText()).trim()
  await drawer.getByLabel('6 位数字').fill(codeOf(secret, Date.now() - 30_000))
  await drawer.getByRole('button', { name: '确认绑定' }).click()
  const codes = await drawer.getByText(/^([2-9A-Z]{4}-){2}[2-9A-Z]{4}/).innerText()
  const [recovery = ''] = codes.split(/\s+/)
  await drawer.getByRole('button', { name: '我已保存' }).click()
  await see(drawer.getByText(/还有 10 个恢复码/))

  const other = await openPage(world.browser, world.server.url)
  await other.goto('/login')
  await other.getByLabel('用户名').fill('admin')
  await other.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await other.getByRole('button', { name: '登录' }).click()
  await see(other.getByText('请输入动态验证码'))
  await other.getByLabel('动态验证码').fill('000000')
  await other.getByRole('button', { name: '登录' }).click()
  await see(other.getByText(/动态验证码不正确/))
  await other.getByLabel('动态验证码').fill(recovery)
  await other.getByRole('button', { name: '登录' }).click()
  await see(other.getByRole('navigation', { name: '菜单' }))

  await page.reload()
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: '个人资料' }).click()
  await see(drawer.getByText(/还有 9 个恢复码/))
  const devices = drawer.getByRole('listitem').filter({ hasText: 'Chrome' })
  await devices
    .filter({ hasNotText: '本机' })
    .first()
    .getByRole('button', { name: '退出此设备' })
    .click()
  await other.waitForURL(/\/login/)
  await see(other.getByText('此设备的登录已被撤销，请重新登录'))
  expect(page.faults).toEqual([])
})
