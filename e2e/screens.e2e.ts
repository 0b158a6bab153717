import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { openPage, see, seriousFaults, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
let code: string
beforeAll(async () => {
  world = await createWorld()
  code = (await world.room({ name: '无障碍检查间', agent: ['--source', 'simulator'] })).code
  await world.admin.call(roomApi.start, { room_code: code })
  await world.admin.call(planApi.add, {
    room_code: code,
    name: '晚间场',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start: '20:00',
    stop: { mode: 2, at: '22:00' },
  })
})
afterAll(() => world.dispose())

const screens = [
  { name: '墙', path: () => '/digital/actor', sign: '无障碍检查间' },
  { name: '直播间列表', path: () => '/digital/actor?view=table', sign: '无障碍检查间' },
  { name: '直播间抽屉', path: () => `/digital/actor?room=${code}`, sign: '本场' },
  { name: '直播间', path: () => `/digital/room/${code}`, sign: '规则记录' },
  { name: '画面', path: () => `/digital/edit/${code}`, sign: '在画布或列表中选择一个图层' },
  { name: '计划', path: () => `/digital/plan/${code}`, sign: '每天 20:00–22:00' },
  { name: '全部计划', path: () => `/digital/plan/${code}?show=all`, sign: '晚间场' },
  { name: '收入', path: () => '/income/live', sign: '无障碍检查间' },
  { name: '回收账号', path: () => '/backaccount/list', sign: '还没有回收账号' },
  { name: '账号', path: () => '/account', sign: '共 1 个账号' },
  { name: '分组', path: () => '/group', sign: '共 5 个分组' },
  { name: '公会', path: () => '/sociatyAccount', sign: '共 1 个公会' },
  { name: '操作记录', path: () => '/account/audit', sign: '新增直播间' },
  { name: '系统', path: () => '/system', sign: '后台任务' },
  { name: '没有权限', path: () => '/403', sign: '没有权限' },
  { name: '没有这个页面', path: () => '/no/such/page', sign: '页面不存在' },
]

describe.each([
  { dark: false, width: 1440 },
  { dark: true, width: 1440 },
  { dark: false, width: 390 },
])('没有严重的无障碍问题，不横向溢出，不执行内联脚本（暗色 $dark，宽 $width）', (options) => {
  let page: ConsolePage
  const refused: string[] = []
  beforeAll(async () => {
    page = await openPage(world.browser, world.server.url, options)
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await world.enter(page, '/403')
  })
  afterEach(() => {
    expect(refused).toEqual([])
    expect(page.faults).toEqual([])
  })
  afterAll(() => page.context().close())

  test('登录', async () => {
    const login = await world.page(options)
    await login.goto('/login')
    await see(login.getByRole('button', { name: '登录' }))
    expect(await seriousFaults(login)).toEqual([])
  })

  test.each(screens)('$name', async ({ path, sign }) => {
    await page.goto(path())
    await see(page.getByText(sign).first())
    expect(await seriousFaults(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
})
