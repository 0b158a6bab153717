import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { codeOf } from '@kaibo/testkit/otp.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { addPerson, PASSWORD } from './people.ts'
import { createWorld, type World } from './world.ts'

const RECOVERY_CODES = /^([2-9A-Z]{4}-){2}[2-9A-Z]{4}/

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('个人资料：改昵称；绑定动态验证码；再登录要验证码，恢复码也行；撤销别的设备', async () => {
  const page = await world.open('/')
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
  const shown = page.getByRole('dialog', { name: '恢复码' })
  const codes = await shown.getByText(RECOVERY_CODES).innerText()
  const [recovery = ''] = codes.split(/\s+/)
  await see(drawer.getByText(/还有 10 个恢复码/))
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: '我已保存' }).click()
  await gone(shown)
  await see(drawer.getByText(/还有 10 个恢复码/))

  const other = await world.page()
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

test('必须先绑定的人：绑定以后页面打开，恢复码还在上面，按了按钮才收起', async () => {
  await addPerson(world, 'xiaoya', '小雅')
  const page = await world.open('/', { as: { username: 'xiaoya', password: PASSWORD } })
  await page.getByLabel('原密码').fill(PASSWORD)
  await page.getByLabel('新密码').fill('four rivers 2026')
  await page.getByRole('button', { name: '修改密码' }).click()
  const must = page.getByRole('heading', { name: '先绑定动态验证码' })
  await gone(page.getByRole('heading', { name: '先设置自己的密码' }))
  const { list } = await world.admin.call(groupApi.list, {})
  const operators = list.find(({ id }) => id === 'operator')
  if (!operators) throw new Error('no operators')
  const { id, version, name, kind, scope, menus, actions } = operators
  const group = { id, version, name, kind, scope, menus, actions }
  await world.admin.call(groupApi.save, { ...group, otp_required: 1 })
  await page.reload()
  await see(must)

  await page.getByRole('button', { name: '绑定动态验证码' }).click()
  await page.getByLabel('当前密码').fill('four rivers 2026')
  await page.getByRole('button', { name: '继续' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).innerText()).trim()
  await page.getByLabel('6 位数字').fill(codeOf(secret, Date.now()))
  await page.getByRole('button', { name: '确认绑定' }).click()
  await gone(must)
  const shown = page.getByRole('dialog', { name: '恢复码' })
  await see(shown.getByText(RECOVERY_CODES))
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: '我已保存' }).click()
  await gone(shown)
  await see(page.getByRole('heading', { level: 1 }))
  expect(page.faults).toEqual([])
})
