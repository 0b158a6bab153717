import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
let code: string
beforeAll(async () => {
  world = await createWorld()
  code = (await world.room({ name: '无障碍检查间', agent: ['--source', 'simulator'] })).code
  await world.admin.call(roomApi.start, { room_code: code })
})
afterAll(() => world.dispose())

const screens = [
  { path: () => '/digital/actor', sign: '无障碍检查间' },
  { path: () => '/digital/actor?view=table', sign: '无障碍检查间' },
  { path: () => `/digital/actor?room=${code}`, sign: '本场' },
  { path: () => `/digital/room/${code}`, sign: '规则记录' },
  { path: () => '/income/live', sign: '无障碍检查间' },
  { path: () => '/backaccount/list', sign: '还没有回收账号' },
  { path: () => '/account', sign: '共 1 个账号' },
  { path: () => '/group', sign: '共 5 个分组' },
  { path: () => '/sociatyAccount', sign: '共 1 个公会' },
  { path: () => '/account/audit', sign: '新增直播间' },
  { path: () => '/403', sign: '没有权限' },
  { path: () => '/no/such/page', sign: '页面不存在' },
]

describe.each([
  { dark: false, width: 1440 },
  { dark: true, width: 1440 },
  { dark: false, width: 390 },
])('每个画面（暗色 $dark，宽 $width）', ({ dark, width }) => {
  test('没有严重的无障碍问题，不横向溢出，不执行内联脚本', async () => {
    const page = await world.page({ dark, width })
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await page.goto('/login')
    await see(page.getByRole('button', { name: '登录' }))
    expect(await seriousFaults(page)).toEqual([])
    await world.enter(page, '/')
    for (const { path, sign } of screens) {
      await page.goto(path())
      await see(page.getByText(sign).first())
      expect({ at: path(), faults: await seriousFaults(page) }).toEqual({ at: path(), faults: [] })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect({ at: path(), overflow }).toEqual({ at: path(), overflow: 0 })
    }
    expect(refused).toEqual([])
    expect(page.faults).toEqual([])
  })
})
