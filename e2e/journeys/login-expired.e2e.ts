import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('填到一半登录失效：一条提示，回到登录页，登录后回到原页，草稿还在', async () => {
  const page = await world.open('/digital/actor?status=2')
  await page.getByRole('button', { name: '新建直播间' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建直播间' })
  await dialog.getByLabel('名称').fill('写到一半的直播间')

  // The token dies elsewhere; the console only notices at its next call.
  const entry = await page.evaluate(() => localStorage.getItem('kaibo:token'))
  const token = /[A-Za-z0-9_-]{22,}/.exec(String(entry))?.[0]
  await fetch(world.server.url + authApi.logout.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      token: String(token),
      'content-type': 'application/json',
    },
    body: '{}',
  })
  await page.waitForURL(/\/login/, { timeout: 60_000 })
  await see(page.getByText(/请重新登录/))
  expect(await page.getByText(/请重新登录/).count()).toBe(1)

  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL(/\/digital\/actor\?status=2/)
  await gone(page.getByRole('button', { name: '登录' }))
  // The form has an address: it is open again, with what was typed.
  const form = page.getByRole('dialog', { name: '新建直播间' })
  await see(form)
  expect(await form.getByLabel('名称').inputValue()).toBe('写到一半的直播间')
})
