import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { screens as declared } from '@kaibo/contract/facts/screens.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { openPage, see, seriousFaults, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
let code: string
let game_id: string
let rule_id: string
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
  ;({ game_id } = await world.admin.call(gameApi.add, { name: '无障碍游戏' }))
  ;({ rule_id } = await world.admin.call(talkApi.add, { name: '无障碍规则', kind: 'talk' }))
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
  { name: '事件话术', path: () => `/digital/rule/${code}`, sign: '从上到下依次询问' },
  { name: '主动话术', path: () => `/digital/ruledrive/${code}`, sign: '全天都可以主动说话' },
  { name: '问答', path: () => `/digital/question/${code}`, sign: '还没有问答' },
  { name: '规则集', path: () => '/talk/list', sign: '无障碍规则' },
  { name: '敏感词', path: () => '/talk/list?tab=words', sign: '还没有敏感词' },
  { name: '规则编辑', path: () => `/talk/rule/${rule_id}`, sign: '还没有规则' },
  { name: '游戏', path: () => '/game/list', sign: '无障碍游戏' },
  { name: '公会游戏', path: () => '/org_game/list', sign: '公会游戏' },
  { name: '游戏事件', path: () => `/game/event/${game_id}`, sign: '还没有事件' },
  { name: '游戏主动话术', path: () => `/game/config/${game_id}`, sign: '保存' },
  { name: '变量', path: () => '/live/data', sign: '还没有变量' },
  { name: '素材', path: () => '/digital/asset', sign: '小开' },
  { name: '语音服务', path: () => '/voice', sign: '1 号端口' },
  { name: '音色', path: () => '/voicemodel', sign: '内置语音' },
  { name: '直播账号', path: () => '/live/account', sign: '无障碍检查间的账号' },
  { name: '短信', path: () => '/live/account/sms', sign: '还没有短信' },
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

test('看过的是每一个页面', () => {
  const paths = ['/login', ...screens.map(({ path }) => path())].map((path) => path.split('?')[0])
  const missing = Object.values(declared).filter(({ path }) => {
    const shape = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !paths.some((one) => shape.test(one ?? ''))
  })
  expect(missing).toEqual([])
})

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
