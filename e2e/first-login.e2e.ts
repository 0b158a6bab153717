import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { pasteLine } from '@kaibo/testkit/process.ts'
import { PASSWORD } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('第一次登录：先改密码，空的墙带着三步走到一间能开播的直播间；PC 用一行命令装好就在线', async () => {
  const username = 'firstday'
  await world.admin.call(accountApi.add, {
    username,
    nickname: '第一天',
    password: PASSWORD,
    group_ids: ['operator'],
  })
  const page = await world.open('/digital/actor', { as: { username, password: PASSWORD } })

  await see(page.getByRole('heading', { name: '先设置自己的密码' }))
  await see(page.getByText('登录账号：firstday'))
  await gone(page.locator('aside'))
  await gone(page.getByRole('navigation'))
  await page.getByLabel('原密码').fill(PASSWORD)
  await page.getByLabel('新密码').fill(`${PASSWORD}!`)
  await page.getByRole('button', { name: '修改密码' }).click()

  await see(page.getByText('还没有直播间'))
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const done = (name: string) => step(name).getByLabel('已完成')
  const account = step('平台上用来开播的账号')
  await account.getByRole('button', { name: '添加直播账号' }).click()
  const form = page.getByRole('dialog', { name: '添加直播账号' })
  await form.getByLabel('账号昵称').fill('夜班账号')
  await form.getByRole('button', { name: '添加账号' }).click()
  await page
    .getByRole('dialog', { name: /推送密钥/ })
    .getByRole('button', { name: '知道了' })
    .click()
  await see(done('夜班账号'))

  await step('PC 客户端').getByRole('button', { name: '添加 PC' }).click()
  const pc = page.getByRole('dialog', { name: '添加 PC' })
  await pc.getByLabel('PC名称').fill('前台机')
  // This server listens on its own machine alone, and says so.
  await see(pc.getByText('用 KAIBO_HOST=0.0.0.0 启动服务器'))
  await pc.getByRole('button', { name: '生成登记码' }).click()
  const once = page.getByRole('dialog', { name: /前台机/ })
  await see(once.getByText('Invoke-WebRequest'))
  const line = await once.getByText('curl').first().innerText()
  await once.getByRole('button', { name: '完成' }).click()
  await see(step('「前台机」还没有连上'))
  const pasted = pasteLine(line)
  onTestFinished(() => pasted.dispose())
  await see(done('前台机'), 30_000)
  expect(pasted.output()).toContain('客户端已启动')

  await step('直播间').last().getByRole('button', { name: '新建直播间' }).click()
  const room = page.getByRole('dialog', { name: '新建直播间' })
  await room.getByLabel('名称').fill('夜班一间')
  await room.getByLabel('直播账号').click()
  await page.getByTitle(/夜班账号/).click()
  await room.getByLabel('PC客户端').click()
  await page.getByTitle('前台机').click()
  await room.getByRole('button', { name: '保存直播间' }).click()
  const tile = page.getByRole('article', { name: '夜班一间' })
  await see(tile.getByText('未播过'))
  const start = tile.getByRole('button', { name: '开播' })
  expect(await start.getAttribute('aria-disabled'), 'its PC is online').toBe(null)
  expect(page.faults).toEqual([])
})
