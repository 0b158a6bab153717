import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see, until } from '@kaibo/testkit/browser.ts'
import { PASSWORD as password, rowOf, settledPerson } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('新建游戏、事件、变量，设好状态和主动话术默认，绑到直播间；公会只看得到授权的', async () => {
  const page = await world.open('/game/list')
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('名称') })
  await page.getByRole('button', { name: '新增游戏' }).first().click()
  await form.getByRole('button', { name: '保存游戏' }).click()
  await see(form.getByText('请输入名称'))
  await form.getByLabel('名称').first().fill('抢宝箱')
  await form.getByRole('button', { name: '添加命令' }).click()
  await form.getByRole('button', { name: '保存游戏' }).click()
  await see(form.getByText('请输入命令'))
  await form.getByRole('button', { name: /移除 命令/ }).click()
  await form.getByRole('button', { name: '保存游戏' }).click()
  await rowOf(page, '抢宝箱').getByRole('button', { name: '抢宝箱', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '抢宝箱' })
  await see(drawer.getByText('没有礼物玩法和弹幕玩法'))
  await see(drawer.getByText('还没有直播间使用这个游戏'))
  await see(drawer.getByText('没有未生效的礼物'))
  await see(drawer.getByText('还没有玩过一局'))
  await drawer.getByRole('link', { name: '事件' }).click()

  await page.getByRole('button', { name: '新增事件' }).first().click()
  await form.getByLabel('名称').first().fill('开箱')
  await form.getByLabel('事件标识').fill('round_start')
  await form.getByRole('button', { name: '保存事件' }).click()
  await see(form.getByText('「round_start」是系统事件，请换一个标识'))
  await form.getByLabel('事件标识').fill('open_box')
  await form.getByRole('button', { name: '添加字段' }).click()
  const field = form.getByRole('group', { name: '字段 1' })
  await field.getByLabel('字段', { exact: true }).fill('size')
  await field.getByLabel('字段名称').fill('大小')
  await field.getByLabel('缺省值').fill('小')
  await form.getByRole('group', { name: '示例' }).getByLabel('大小').fill('特大')
  await form.getByRole('button', { name: '保存事件' }).click()
  await see(rowOf(page, 'open_box'))
  await page.getByLabel('只在这些状态算 开箱').click()
  await page.locator('.ant-select-item-option').getByText('对局中').click()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: '计入状态' }).getByRole('button', { name: '保存' }).click()
  const { list } = await world.admin.call(gameApi.list, { keyword: '抢宝箱' })
  const game_id = list[0]?.game_id ?? ''
  await until('the event counts while a round is played', async () => {
    const { list: events } = await world.admin.call(gameApi.events, { game_id })
    return events[0]?.only_in.join(',') === 'playing'
  })

  await page.goto(new URL(`/live/data?game_id=${game_id}`, page.url()).href)
  await page.getByRole('button', { name: '新增变量' }).first().click()
  await form.getByLabel('名称').first().fill('箱子数')
  await form.getByLabel('变量标识').fill('boxes')
  await form.getByRole('button', { name: '保存变量' }).click()
  await see(rowOf(page, 'boxes'))

  await page.goto(new URL(`/game/config/${game_id}`, page.url()).href)
  await page.getByLabel('多久没说话算冷场').fill('45')
  await page.getByRole('button', { name: '保存' }).click()
  await until('the default is saved', async () => {
    const { row } = await world.admin.call(gameApi.info, { game_id })
    return row.drive.idle_s === 45
  })

  await page.goto(new URL(`/game/event/${game_id}`, page.url()).href)
  await page.getByText('系统事件').click()
  const lost = page.getByRole('listitem').filter({ hasText: '游戏断开' })
  await lost.getByRole('button', { name: '停用' }).click()
  await see(lost.getByText('停用', { exact: true }))
  await see(lost.getByRole('button', { name: '启用' }))

  const { account } = await world.admin.call(liveAccountApi.add, {
    platform: 'douyin',
    nickname: '宝箱号',
    platform_uid: 'box-1',
  })
  const { room_code } = await world.admin.call(roomApi.create, {
    name: '宝箱间',
    account_id: account.account_id,
  })
  const changed = await world.admin.call(roomApi.changeGame, { room_code, game_id })
  expect(changed.game?.name).toBe('抢宝箱')
  await page.goto(new URL(`/game/event/${game_id}`, page.url()).href)
  await rowOf(page, 'open_box').getByRole('button', { name: '模拟' }).click()
  const rehearsal = page.getByRole('dialog', { name: '模拟「开箱」' })
  await see(rehearsal.getByText('宝箱间'))
  await rehearsal.getByRole('button', { name: '模拟' }).click()
  await see(rehearsal.getByText('没有规则听这个事件'))
  await page.goto(new URL(`/game/config/${game_id}`, page.url()).href)
  await see(page.getByText('宝箱间'))

  const { id: org_id } = await world.admin.call(orgApi.add, {
    name: '别家公会',
    username: 'biejia',
    password,
    nickname: '别家',
  })
  const guild = await settledPerson(world, { username: 'biejia2', group_ids: ['guild'], org_id })
  const theirs = await world.open('/org_game/list', { as: guild })
  await see(theirs.getByRole('heading', { name: '公会游戏' }))
  expect(await theirs.getByText('抢宝箱').count()).toBe(0)
})
