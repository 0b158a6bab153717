import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { rowOf, settledPerson } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

/** As the app SmsForwarder on a phone sends a text message. */
async function forward(address: string, secret: string, content: string) {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  const sign = encodeURIComponent(signature)
  const body = new URLSearchParams({ from: '106900001', content, timestamp, sign })
  const { status } = await fetch(address, { method: 'POST', body })
  return status
}

test('改直播账号、撤销删除、已绑定的不能删；手机短信实时到，验证码一键复制，没有权限的人看不到', async () => {
  const page = await world.open('/live/account')
  await page.getByRole('button', { name: '新增直播账号' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('平台').first().click()
  await page.locator('.ant-select-item-option').getByText('快手').click()
  await form.getByLabel('账号昵称').fill('小鹿同学')
  await form.getByLabel('手机号').fill('13812345678')
  await form.getByRole('button', { name: '添加账号' }).click()
  await page.getByRole('button', { name: '知道了' }).click()
  await see(rowOf(page, '小鹿同学').getByText('138****5678'))
  await rowOf(page, '小鹿同学').getByRole('button', { name: '编辑' }).click()
  await form.getByLabel('账号组').fill('夜场')
  await form.getByRole('button', { name: '保存直播账号' }).click()
  await see(rowOf(page, '夜场'))

  const added = await world.admin.call(liveAccountApi.list, { keyword: '小鹿同学' })
  const account_id = added.list[0]?.account_id ?? ''
  const room = await world.admin.call(roomApi.create, { name: '小鹿的直播间', account_id })
  await page.reload()
  await see(rowOf(page, '小鹿的直播间'))
  const refused = world.admin.call(liveAccountApi.delete, { account_id })
  await expect(refused).rejects.toThrow('已绑定直播间「小鹿的直播间」')
  expect(room.account.nickname).toBe('小鹿同学')

  await page.goto(new URL('/live/account/sms', page.url()).href)
  await page.getByRole('button', { name: '网关' }).click()
  await page.getByRole('button', { name: '新增网关' }).click()
  const gateway = page.getByRole('dialog', { name: '新增网关' })
  await gateway.getByLabel('名称').fill('前台手机')
  await gateway.getByLabel('手机号').fill('13812345678')
  await gateway.getByRole('button', { name: '新增网关' }).click()
  const once = page.getByRole('dialog', { name: '「前台手机」的密钥' })
  await see(once.locator('code').nth(1))
  const [address = '', secret = ''] = await once.locator('code').allTextContents()
  await once.getByRole('button', { name: '知道了' }).click()
  await page.keyboard.press('Escape')

  const finance = await settledPerson(world, { username: 'caiwu', group_ids: ['finance'] })
  const theirs = await world.open('/live/account/sms', { as: finance })
  expect(await forward(address, 'guess', '验证码 111111')).toBe(401)
  expect(await forward(address, secret, '【快手】验证码 482913，5分钟内有效')).toBe(200)
  await see(page.getByRole('button', { name: '复制验证码 482913' }))
  await see(rowOf(page, '小鹿同学'))
  await see(theirs.getByText('【快手】验证码 ******，*分钟内有效'))
  expect(await theirs.getByText('482913').count()).toBe(0)
  expect([...page.faults, ...theirs.faults]).toEqual([])
})
